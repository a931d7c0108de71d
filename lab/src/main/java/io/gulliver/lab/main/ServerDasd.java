package io.gulliver.lab.main;

import io.gulliver.lab.ds8000.LabDs8000;
import io.gulliver.lab.ds8000.LabDs8000.CkdDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a server's Linux finds of the ECKD devices that it is given: those alone that are on the storage unit. */
final class ServerDasd {
    private ServerDasd() {}

    /**
     * Writes them where {@link io.gulliver.lab.estate.DasdPrograms} reads them. What lay on a volume that is gone since is gone
     * with it.
     *
     * @param root top of the server's tree
     * @param devices id on the storage unit by device number, both four hex digits
     */
    static void write(Path root, Map<String, String> devices, LabDs8000 unit) {
        if (devices.isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>();
        try {
            Path lab = Files.createDirectories(root.resolve("var/lab"));
            for (Map.Entry<String, String> given : devices.entrySet()) {
                String number = given.getKey();
                Optional<CkdDevice> found = unit.ckd(given.getValue().toUpperCase(Locale.ROOT));
                if (found.isEmpty()) {
                    continue;
                }
                CkdDevice device = found.get();
                String id = "0.0." + number.toLowerCase(Locale.ROOT);
                lines.add(String.format(
                        Locale.ROOT,
                        "%s|%s|%d|IBM.750000000FFD2F0.%s.%s",
                        id,
                        device.alias() ? "alias" : "base",
                        device.cylinders(),
                        device.subsystem().toLowerCase(Locale.ROOT),
                        // With HyperPAV an alias belongs to no base.
                        device.alias() ? "xx" : device.id().substring(2).toLowerCase(Locale.ROOT)));
                Path of = Files.createDirectories(lab.resolve("dasd.d").resolve(id));
                Path life = of.resolve("life");
                String now = Integer.toString(device.life());
                if (!Files.exists(life) || !Files.readString(life).equals(now)) {
                    for (String what : List.of("label", "part", "formatted")) {
                        Files.deleteIfExists(of.resolve(what));
                    }
                    Files.deleteIfExists(lab.resolve("signatures").resolve("ccw-" + id + "-part1"));
                    Files.writeString(life, now);
                }
            }
            Files.write(lab.resolve("dasd"), lines);
            // Devices come online by what is kept for the next start.
            Path kept = lab.resolve("dasd-persistent");
            Files.write(lab.resolve("dasd-online"), Files.exists(kept) ? Files.readAllLines(kept) : List.of());
            Files.deleteIfExists(lab.resolve("dasd-raw"));
        } catch (IOException e) {
            throw new UncheckedIOException("ECKD devices of " + root + " cannot be written", e);
        }
    }
}
