package io.gulliver.persistence.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The machine that we run on, as far as a PostgreSQL cares. */
final class Platform {
    private Platform() {}

    /** System and processor, for example {@code linux-amd64}, {@code linux-s390x}, {@code mac-aarch64}. */
    static String current() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String name = system.contains("linux") ? "linux" : system.contains("mac") ? "mac" : system.replace(' ', '-');
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return name + "-" + (processor.equals("x86_64") ? "amd64" : processor);
    }

    /** Whether this process runs as root, as which PostgreSQL refuses to run. */
    static boolean root() {
        try {
            if (Files.exists(Path.of("/proc/self"))) {
                return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
            }
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
        return "root".equals(System.getProperty("user.name"));
    }
}
