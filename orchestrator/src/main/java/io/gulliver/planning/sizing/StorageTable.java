package io.gulliver.planning.sizing;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What storage arrays, their ports and network links can do: an editable file.
 *
 * @param asOf when it was last looked over, as written in the file
 * @param plannedShare of a sheet's best case that a plan takes, above 0 and at most 1
 * @param arrays by model
 * @param portGigabytesPerSecond of one FICON or FCP port
 * @param aliasesPerDisk PAV aliases of an ECKD disk
 * @param hyperAliasesPerLcu HyperPAV aliases of a logical control unit
 * @param links GB a second by kind of network link
 */
public record StorageTable(
        String asOf,
        double plannedShare,
        SortedMap<String, ArrayModel> arrays,
        double portGigabytesPerSecond,
        int aliasesPerDisk,
        int hyperAliasesPerLcu,
        SortedMap<String, Double> links) {
    public StorageTable {
        arrays = Collections.unmodifiableSortedMap(new TreeMap<>(arrays));
        links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
    }

    /**
     * One model of array.
     *
     * @param randomReadIops best case
     * @param randomWriteIops best case
     * @param sequentialReadMb MB a second, best case
     * @param sequentialWriteMb MB a second, best case
     * @param volumes that give full performance
     * @param volumeShare most of the array that one volume can use
     * @param ports of one array
     * @param source who says so
     */
    public record ArrayModel(
            double randomReadIops,
            double randomWriteIops,
            double sequentialReadMb,
            double sequentialWriteMb,
            int volumes,
            double volumeShare,
            int ports,
            String source) {}

    /** A model of array. Throws {@link IllegalArgumentException} naming the known ones. */
    public ArrayModel array(String model) {
        ArrayModel found = arrays.get(model);
        if (found == null) {
            throw new IllegalArgumentException("nothing is known of an array '" + model + "', only of "
                    + String.join(", ", arrays.keySet()) + ". Add it to the table of arrays");
        }
        return found;
    }

    /** GB a second of a kind of link. Throws {@link IllegalArgumentException} naming the known ones. */
    public double link(String model) {
        Double found = links.get(model);
        if (found == null) {
            throw new IllegalArgumentException("nothing is known of a link '" + model + "', only of "
                    + String.join(", ", links.keySet()) + ". Add it to the table of arrays and links");
        }
        return found;
    }

    /**
     * Checks the content of the file.
     *
     * @throws IllegalArgumentException naming the entry and what is wrong
     */
    public static StorageTable of(Map<String, Object> content) {
        SortedMap<String, ArrayModel> arrays = new TreeMap<>();
        for (Map<?, ?> entry : TableFile.list(content, "arrays")) {
            String model = TableFile.text(entry, "model");
            ArrayModel array = new ArrayModel(
                    TableFile.positive(entry, "random_read_iops"),
                    TableFile.positive(entry, "random_write_iops"),
                    TableFile.positive(entry, "sequential_read_mb_s"),
                    TableFile.positive(entry, "sequential_write_mb_s"),
                    (int) TableFile.positive(entry, "volumes"),
                    TableFile.positive(entry, "volume_share"),
                    (int) TableFile.positive(entry, "ports"),
                    TableFile.text(entry, "source"));
            if (arrays.put(model, array) != null) {
                throw new IllegalArgumentException("Array " + model + " is there twice");
            }
        }
        SortedMap<String, Double> links = new TreeMap<>();
        for (Map<?, ?> entry : TableFile.list(content, "links")) {
            links.put(TableFile.text(entry, "model"), TableFile.positive(entry, "gb_s"));
        }
        double share = TableFile.positive(content, "planned_share");
        if (share > 1) {
            throw new IllegalArgumentException("planned_share is " + share + ", wanted more than 0 and at most 1");
        }
        return new StorageTable(
                TableFile.text(content, "as_of"),
                share,
                arrays,
                TableFile.positive(content, "port_gb_s"),
                (int) TableFile.positive(content, "aliases_per_disk"),
                (int) TableFile.positive(content, "hyper_aliases_per_lcu"),
                links);
    }
}
