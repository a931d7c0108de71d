package io.gulliver.service.proof;

import io.gulliver.trust.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code ./gulliver proof-key}: the key that signs results of suites on this machine; made when it is missing. */
public final class ProofKey {
    private ProofKey() {}

    /** @param args the key's file */
    public static void main(String[] args) {
        Path file = Path.of(args[0]);
        try {
            System.out.println(told(file));
        } catch (IOException e) {
            System.err.println("gulliver: the key " + file + " cannot be read or made (" + e.getMessage()
                    + "). Check the file and its rights, or name another one with --file.");
            System.exit(1);
        }
    }

    static String told(Path file) throws IOException {
        boolean there = Files.exists(file);
        Files.createDirectories(file.toAbsolutePath().getParent());
        SigningKey key = SigningKey.open(file);
        return (there ? "The key is " : "A key was made: ") + file
                + " (mode 0600; keep it on this machine).\nWhere results are to count, name its public half in gulliver.yml:\n\n"
                + "gulliver:\n  proofs:\n    keys:\n      this-machine: " + key.publicKey() + "\n";
    }
}
