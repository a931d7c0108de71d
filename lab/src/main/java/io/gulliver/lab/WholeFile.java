package io.gulliver.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that others read at any moment: they are seen as they were or as they are then, never empty or in part. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes a file whole; its directory must exist. */
    public static void write(Path file, String text) throws IOException {
        Path part = Files.createTempFile(file.getParent(), file.getFileName() + ".", ".part");
        try {
            Files.writeString(part, text);
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Writes lines, each with its end. */
    public static void write(Path file, Iterable<String> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        write(file, text.toString());
    }
}
