package io.gulliver.lab.main;

import io.gulliver.lab.WholeFile;
import io.gulliver.lab.hmc.StorageSide;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a server's Linux finds behind its ports: one SCSI device for each LUN on each path, as zfcp names them. */
final class ServerPaths {
    private ServerPaths() {}

    /**
     * Writes them where {@link io.gulliver.lab.estate.GuestPrograms} reads them.
     *
     * @param root top of the server's tree
     * @param hostWwpns ports of the partition, the first is SCSI host 0
     */
    static void write(Path root, List<String> hostWwpns, StorageSide fabric) {
        List<String> lines = new ArrayList<>();
        for (int host = 0; host < hostWwpns.size(); host++) {
            String wwpn = hostWwpns.get(host);
            List<StorageSide.SeenLun> seen = fabric.lunsSeenBy(wwpn);
            List<String> targets = seen.stream()
                    .map(StorageSide.SeenLun::targetWwpn)
                    .distinct()
                    .toList();
            for (StorageSide.SeenLun lun : seen) {
                lines.add(String.format(
                        Locale.ROOT,
                        "3%s|%d:0:%d:%d|%s|0x%s|0x%s|%.0f",
                        lun.uuid().toLowerCase(Locale.ROOT),
                        host,
                        targets.indexOf(lun.targetWwpn()),
                        number(lun.lun()),
                        device(lines.size()),
                        wwpn.toLowerCase(Locale.ROOT),
                        lun.targetWwpn(),
                        lun.sizeGib()));
            }
        }
        try {
            Path file = root.resolve("var/lab/paths");
            Files.createDirectories(file.getParent());
            WholeFile.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("Paths of " + root + " cannot be written", e);
        }
    }

    /** As Linux counts it: the first two words of the LUN, the second above the first. */
    private static long number(String lun) {
        return Long.parseLong(lun.substring(0, 4), 16) | Long.parseLong(lun.substring(4, 8), 16) << 16;
    }

    /** {@code sda} to {@code sdz}, {@code sdaa} and so on. */
    private static String device(int index) {
        StringBuilder letters = new StringBuilder();
        for (int rest = index; rest >= 0; rest = rest / 26 - 1) {
            letters.insert(0, (char) ('a' + rest % 26));
        }
        return "sd" + letters;
    }
}
