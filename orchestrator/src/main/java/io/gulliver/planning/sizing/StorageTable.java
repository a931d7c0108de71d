package io.gulliver.planning.sizing;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
    /** Figures of a sheet: all of them, or none. */
    private static final List<String> SHEET =
            List.of("random_read_iops", "random_write_iops", "sequential_read_mb_s", "sequential_write_mb_s");

    public StorageTable {
        arrays = Collections.unmodifiableSortedMap(new TreeMap<>(arrays));
        links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
    }

    /**
     * One model of array. What nobody published is null, and nothing is sized by it: a floor that one customer's arrays
     * were chosen for is no capacity.
     *
     * @param sheet what it carries at best, null while no sheet of it is at hand
     * @param volumes that give full performance
     * @param volumeShare most of the array that one volume can use
     * @param ports of one array, null while unknown
     * @param usableGb what one array holds as it is ordered, null while nobody brought it
     * @param source who says so
     */
    public record ArrayModel(
            @Nullable Sheet sheet,
            int volumes,
            double volumeShare,
            @Nullable Integer ports,
            @Nullable Double usableGb,
            String source) {
        ArrayModel holding(double gigabytes) {
            return new ArrayModel(sheet, volumes, volumeShare, ports, gigabytes, source);
        }
    }

    /**
     * Figures of a specification sheet: best cases.
     *
     * @param randomReadIops best case
     * @param randomWriteIops best case
     * @param sequentialReadMb MB a second, best case
     * @param sequentialWriteMb MB a second, best case
     */
    public record Sheet(
            double randomReadIops, double randomWriteIops, double sequentialReadMb, double sequentialWriteMb) {}

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
                    SHEET.stream().anyMatch(entry::containsKey)
                            ? new Sheet(
                                    TableFile.positive(entry, SHEET.get(0)),
                                    TableFile.positive(entry, SHEET.get(1)),
                                    TableFile.positive(entry, SHEET.get(2)),
                                    TableFile.positive(entry, SHEET.get(3)))
                            : null,
                    (int) TableFile.positive(entry, "volumes"),
                    TableFile.positive(entry, "volume_share"),
                    entry.containsKey("ports") ? (Integer) (int) TableFile.positive(entry, "ports") : null,
                    entry.containsKey("usable_gb") ? (Double) TableFile.positive(entry, "usable_gb") : null,
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
