package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.FigureCheck;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the storage of a target must hold and carry: percentiles of requests and bytes, never of blocks.
 *
 * @param usedGb used part of the data files
 * @param growthPercentYear of it
 * @param months to plan for
 * @param readIops requests a second at the design percentile
 * @param writeIops requests a second
 * @param readMbPerSecond bytes read
 * @param writeMbPerSecond bytes written
 * @param backupMbPerSecond read by a backup meanwhile
 * @param redoMbPerSecond redo written
 * @param array model of array, as the table knows it; null while none is chosen
 * @param usableGb what one such array holds, given in place of the table's figure; or null
 * @param disks ECKD disks, 0 for SCSI volumes over FCP
 * @param controlUnits logical control units that hold them
 * @param iops reads and writes of the same moments at the design percentile, null to add the two up
 * @param mbPerSecond bytes read and written of the same moments, null to add the two up
 * @param source where the figures come from
 * @param sources where single figures come from instead, by their names in the derivation: {@code used}
 */
public record StorageNeeds(
        double usedGb,
        double growthPercentYear,
        double months,
        double readIops,
        double writeIops,
        double readMbPerSecond,
        double writeMbPerSecond,
        double backupMbPerSecond,
        double redoMbPerSecond,
        @Nullable String array,
        @Nullable Double usableGb,
        int disks,
        int controlUnits,
        @Nullable Double iops,
        @Nullable Double mbPerSecond,
        String source,
        Map<String, String> sources) {
    public StorageNeeds {
        sources = Map.copyOf(sources);
    }

    /** Needs whose figures all come from one source. */
    public StorageNeeds(
            double usedGb,
            double growthPercentYear,
            double months,
            double readIops,
            double writeIops,
            double readMbPerSecond,
            double writeMbPerSecond,
            double backupMbPerSecond,
            double redoMbPerSecond,
            @Nullable String array,
            int disks,
            int controlUnits,
            String source) {
        this(
                usedGb,
                growthPercentYear,
                months,
                readIops,
                writeIops,
                readMbPerSecond,
                writeMbPerSecond,
                backupMbPerSecond,
                redoMbPerSecond,
                array,
                null,
                disks,
                controlUnits,
                null,
                null,
                source,
                Map.of());
    }

    /** Where a figure comes from. */
    String sourceOf(String figure) {
        return sources.getOrDefault(figure, source);
    }

    void check(StorageTable table) {
        FigureCheck check = new FigureCheck()
                .positive("/usedGb", usedGb)
                .within("/growthPercentYear", growthPercentYear, 0, 1000)
                .within("/months", months, 0, 240)
                .notNegative("/readIops", readIops)
                .notNegative("/writeIops", writeIops)
                .notNegative("/readMbPerSecond", readMbPerSecond)
                .notNegative("/writeMbPerSecond", writeMbPerSecond)
                .notNegative("/backupMbPerSecond", backupMbPerSecond)
                .notNegative("/redoMbPerSecond", redoMbPerSecond)
                .notNegative("/iops", iops == null ? 0 : iops)
                .notNegative("/mbPerSecond", mbPerSecond == null ? 0 : mbPerSecond)
                .within("/disks", (double) disks, 0, 65_536)
                .within("/controlUnits", (double) controlUnits, 0, 1024);
        if (usableGb != null) {
            check.positive("/usableGb", usableGb);
        }
        if (array != null) {
            try {
                table.array(array);
            } catch (IllegalArgumentException e) {
                check.unfit("/array", String.valueOf(e.getMessage()));
            }
        }
        check.done();
    }
}
