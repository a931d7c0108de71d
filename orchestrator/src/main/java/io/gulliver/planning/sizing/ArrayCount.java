package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts arrays and their volumes: for the load, by a specification sheet, and for the capacity, by what one array holds.
 * Where the table lacks one of both there is no number of arrays, but a sentence on what to bring.
 */
final class ArrayCount {
    private static final String MB_S = "MB/s";
    private static final String BRING = ": not in our table, bring the vendor's figure";

    private final @Nullable String model;
    private final StorageTable.@Nullable ArrayModel array;
    private final List<String> unknown = new ArrayList<>();
    private @Nullable Derivation forLoad;
    private @Nullable Derivation forCapacity;
    private @Nullable Derivation iopsShare;
    private @Nullable Derivation throughputShare;

    private ArrayCount(@Nullable String model, StorageTable.@Nullable ArrayModel array) {
        this.model = model;
        this.array = array;
    }

    /** Of the array that is chosen, with what a person says that it holds. */
    static ArrayCount model(StorageNeeds needs, StorageTable table) {
        String model = needs.array();
        if (model == null) {
            ArrayCount none = new ArrayCount(null, null);
            none.unknown.add("No array is chosen, so arrays and volumes are not counted: choose one of "
                    + String.join(", ", table.arrays().keySet())
                    + " (policy sizing.array), or bring the vendor's figures of another into capacity/arrays.yaml");
            return none;
        }
        StorageTable.ArrayModel array = table.array(model);
        Double usable = needs.usableGb();
        return new ArrayCount(model, usable == null ? array : array.holding(usable));
    }

    void load(
            StorageNeeds needs,
            StorageTable table,
            Derivation reads,
            Derivation writes,
            Derivation read,
            Derivation write) {
        if (array == null) {
            return;
        }
        StorageTable.Sheet sheet = array.sheet();
        if (sheet == null) {
            unknown.add("Requests and throughput of " + model + BRING
                    + "s (random reads and writes, sequential reads and writes) into capacity/arrays.yaml. "
                    + array.source());
            return;
        }
        Derivation randomReads = given("random reads", sheet.randomReadIops(), "IOPS", array.source());
        Derivation sequentialReads = given("sequential reads", sheet.sequentialReadMb(), MB_S, array.source());
        Derivation ofReads = share("random reads of one array", reads, randomReads);
        Derivation ofThroughput = share("sequential reads of one array", read, sequentialReads);
        iopsShare = ofReads;
        throughputShare = ofThroughput;
        double most = Math.max(
                Math.max(needs.readIops() / sheet.randomReadIops(), needs.writeIops() / sheet.randomWriteIops()),
                Math.max(read.value() / sheet.sequentialReadMb(), write.value() / sheet.sequentialWriteMb()));
        forLoad = computed(
                "arrays for requests and throughput",
                "",
                "the largest of need / (planned share x sheet) over random reads and writes, sequential reads and writes, at"
                        + " least 1",
                Math.max(1, most / table.plannedShare()),
                Rounding.UP,
                ofReads,
                ofThroughput,
                writes,
                write,
                given("random writes", sheet.randomWriteIops(), "IOPS", array.source()),
                given("sequential writes", sheet.sequentialWriteMb(), MB_S, array.source()),
                given("planned share", table.plannedShare(), "", "sheets are best cases"));
    }

    void capacity(StorageNeeds needs, Derivation capacity) {
        if (array == null) {
            return;
        }
        Double usable = array.usableGb();
        if (usable == null) {
            unknown.add("Usable GB of one " + model + BRING
                    + " for the drives that you order (usable_gb in capacity/arrays.yaml). Until then no number of arrays"
                    + " is given: " + Derivation.shown(capacity.value()) + " GB must fit too");
            return;
        }
        forCapacity = computed(
                "arrays for the capacity",
                "",
                "capacity / usable GB of one array, at least 1",
                Math.max(1, capacity.value() / usable),
                Rounding.UP,
                capacity,
                given(
                        "usable GB of one array",
                        usable,
                        "GB",
                        needs.usableGb() == null ? array.source() : needs.source()));
    }

    /** Both must fit; null while one of both is not known. */
    @Nullable
    Derivation arrays() {
        return forLoad == null || forCapacity == null
                ? null
                : computed(
                        "arrays",
                        "",
                        "the larger of arrays for requests and throughput and arrays for the capacity",
                        Math.max(forLoad.value(), forCapacity.value()),
                        Rounding.NONE,
                        forLoad,
                        forCapacity);
    }

    /** For all arrays, or at least for the load where their number is not known. */
    @Nullable
    Derivation volumes() {
        if (array == null || forLoad == null || iopsShare == null || throughputShare == null) {
            return null;
        }
        Derivation all = arrays();
        Derivation arrays = all == null ? forLoad : all;
        return computed(
                all == null ? "volumes for requests and throughput" : "volumes",
                "",
                "the larger of volumes for full performance x arrays and the larger share / share of one volume",
                Math.max(
                        array.volumes() * arrays.value(),
                        Math.max(
                                volumesFor(iopsShare, array.volumeShare()),
                                volumesFor(throughputShare, array.volumeShare()))),
                Rounding.UP,
                given("volumes for full performance", array.volumes(), "", array.source()),
                arrays,
                iopsShare,
                throughputShare,
                given("share of one volume", array.volumeShare() * 100, "%", array.source()));
    }

    /** Of all arrays; null while their number, or the ports of one, is not known. */
    @Nullable
    Integer ports() {
        Derivation arrays = arrays();
        if (arrays == null) {
            arrays = forLoad;
        }
        return array == null || array.ports() == null || arrays == null
                ? null
                : (Integer) (int) (arrays.value() * array.ports());
    }

    @Nullable
    Derivation forLoad() {
        return forLoad;
    }

    @Nullable
    Derivation forCapacity() {
        return forCapacity;
    }

    @Nullable
    Derivation iopsShare() {
        return iopsShare;
    }

    @Nullable
    Derivation throughputShare() {
        return throughputShare;
    }

    List<String> unknown() {
        return unknown;
    }

    private static Derivation share(String name, Derivation need, Derivation most) {
        return computed(
                name,
                "%",
                need.name() + " / " + most.name() + " x 100",
                need.value() / most.value() * 100,
                Rounding.NONE,
                need,
                most);
    }

    private static double volumesFor(Derivation sharePercent, double volumeShare) {
        return Rounding.UP.apply(sharePercent.value() / 100 / volumeShare);
    }
}
