package io.gulliver.engine;

import java.nio.file.Files;
import java.nio.file.Path;

/** {@code ./gulliver rotate-key}: gives a data directory's key file a new current key. */
public final class RotatePayloadKey {
    private RotatePayloadKey() {}

    /** @param args the data directory */
    public static void main(String[] args) {
        try {
            System.out.println(rotate(Path.of(args[0])));
        } catch (EngineException e) {
            System.err.println("gulliver: " + e.getMessage());
            System.exit(1);
        }
    }

    static String rotate(Path data) {
        Path file = data.resolve("payload-keys.json");
        if (!Files.exists(file)) {
            throw new EngineException("There is no " + file + ", so there is no key to rotate. Name the data directory"
                    + " with --data DIR; the first start makes its key.");
        }
        PayloadKeys rotated = PayloadKeys.loadOrCreate(file).rotate(file);
        return "Key " + rotated.current() + " is the current one in " + file + " (keys: "
                + String.join(", ", rotated.checks().keySet()) + "; older ones stay, to read what they sealed).\n"
                + "Back the file up, copy it to the data directory of every worker (mode 0600), then restart every"
                + " process; each seals with " + rotated.current() + " from its next start on.";
    }
}
