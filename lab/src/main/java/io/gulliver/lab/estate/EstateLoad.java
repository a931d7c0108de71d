package io.gulliver.lab.estate;

import io.gulliver.lab.HostLoad;
import java.util.List;

/** How large the source hosts of the estate are and how busy their databases keep them. */
final class EstateLoad {
    private static final int[] CORES = {4, 8, 12, 16, 20, 24, 32, 36, 48, 64};
    private static final int[] MEMORY_GIB = {32, 64, 96, 128, 192, 256, 384, 512};
    private static final List<String> MODELS = List.of(
            "Intel(R) Xeon(R) CPU E5-2697 v2 @ 2.70GHz",
            "Intel(R) Xeon(R) CPU E5-2699 v3 @ 2.30GHz",
            "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz");

    /** A host is bought so that an ordinary busy hour leaves it this much. */
    private static final double ORDINARY = 0.6;

    private EstateLoad() {}

    /** Figures of one host: sized by what runs there, the same for the same estate. */
    static HostLoad of(Estate estate, String host) {
        List<EstateDatabase> here = estate.sources().stream()
                .filter(database -> database.sourceHost().equals(host))
                .toList();
        List<HostLoad.Work> works = here.stream().map(EstateLoad::work).toList();
        // The nodes of a cluster share the work of its databases.
        double busy = works.stream().mapToDouble(HostLoad.Work::cores).sum()
                / (here.stream().anyMatch(EstateDatabase::rac) ? 1.7 : 1);
        long memory = here.stream()
                .mapToLong(database -> EstateOracle.sgaMb(database) * 3 / 2)
                .sum();
        int number = Integer.parseInt(host.substring(host.lastIndexOf('-') + 1));
        int cores = first(CORES, busy / ORDINARY);
        return new HostLoad(
                host,
                estate.seed(),
                MODELS.get(number % MODELS.size()),
                cores > 8 ? 2 : 1,
                cores,
                // Every third host is hardware with two threads a core; the others are virtual machines.
                number % 3 == 1 ? 2 : 1,
                first(MEMORY_GIB, memory * 1.4 / 1024 + 8) * 1024L,
                works);
    }

    private static int first(int[] sizes, double wanted) {
        for (int size : sizes) {
            if (size >= wanted) {
                return size;
            }
        }
        return sizes[sizes.length - 1];
    }

    static HostLoad.Work work(EstateDatabase database) {
        double part = switch (database.environment()) {
            case "production" -> 1;
            case "test" -> 0.3;
            default -> 0.12;
        };
        boolean night = database.application().matches("Data warehouse|Reporting|Archive");
        double redo =
                database.setting("redo-mb").map(Double::parseDouble).orElse(part * (0.05 + database.sizeGb() / 9000.0));
        return new HostLoad.Work(
                database.database(),
                part * (0.4 + database.sizeGb() / 600.0),
                night,
                database.setting("month-end").map(Double::parseDouble).orElse(1.25),
                redo);
    }
}
