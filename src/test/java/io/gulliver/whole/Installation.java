package io.gulliver.whole;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The product of this build as {@code ./gulliver up} starts it: unpacked, with an archive of its classes, made once for
 * all test processes of a build. A start costs a third of the processor time that it costs from the packed jar.
 *
 * @param jar of the unpacked product
 * @param classes the archive; not there when it could not be made, and then the classes are read from the jars
 */
record Installation(Path jar, Optional<Path> classes) {
    private static final Path HOME = LauncherIT.launcher().resolveSibling("target/e2e/product");

    private static final class Holder {
        static final Installation PRODUCT = make();
    }

    static Installation product() {
        return Holder.PRODUCT;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * The command that starts the product; its arguments are added by the caller.
     *
     * @param heap for example {@code 512m}
     * @param temporary where it puts temporary files: a process that is killed leaves some
     */
    List<String> command(String heap, Path temporary) {
        List<String> command = new ArrayList<>(List.of(java(), "-Xmx" + heap));
        // Processes that live for minutes: what they would compile better, they would not use.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        classes.ifPresent(archive -> command.add("-XX:SharedArchiveFile=" + archive));
        command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-jar", jar.toString()));
        return command;
    }

    /** The command that types {@code ./gulliver} in this installation; its arguments are added by the caller. */
    static List<String> launcher() {
        product();
        return new ArrayList<>(List.of("/bin/sh", HOME.resolve("gulliver").toString()));
    }

    /** The packed program of a module. */
    static Path packed(String module) {
        Path target = LauncherIT.launcher().resolveSibling(module).resolve("target");
        try (Stream<Path> files = Files.isDirectory(target) ? Files.list(target) : Stream.empty()) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(
                            "There is no program in " + target + ": run 'mvn package' (or verify) first"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Installation make() {
        Path packed = packed("ui");
        try {
            Files.createDirectories(HOME);
            try (FileChannel channel = FileChannel.open(
                    HOME.resolveSibling("product.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock(); // until the channel is closed
                Path app = HOME.resolve("ui/target");
                Path jar = app.resolve(packed.getFileName());
                Path archive = app.resolve("classes-" + Runtime.version().feature() + ".jsa");
                Path of = HOME.resolve("made-of");
                // Builds are reproducible: neither the jar's time nor its size need differ.
                String made = Files.readAttributes(packed, BasicFileAttributes.class)
                                .fileKey() + " " + Files.getAttribute(packed, "unix:ctime") + " "
                        + System.getProperty("java.vm.version") + " " + jar + " with lab and ctl";
                if (!Files.exists(of) || !Files.readString(of).equals(made)) {
                    FileSystemUtils.deleteRecursively(HOME);
                    Files.createDirectories(HOME);
                    run(
                            "unpack",
                            "-Djarmode=tools",
                            "-jar",
                            packed.toString(),
                            "extract",
                            "--destination",
                            app.toString());
                    // The classes that a start needs, by one that ends when everything is wired, with no engine.
                    run(
                            "train",
                            "-XX:ArchiveClassesAtExit=" + archive,
                            "-Dspring.context.exit=onRefresh",
                            "-jar",
                            jar.toString(),
                            "--gulliver.data=" + HOME.resolve("training"),
                            "--gulliver.temporal.target=127.0.0.1:1",
                            "--server.port=0",
                            "--management.server.port=0");
                    // A start that ends so early leaves its store running.
                    StoreFigures.process(HOME.resolve("training")).ifPresent(ProcessHandle::destroy);
                    Files.writeString(app.resolve(archive.getFileName() + ".place"), jar + "\n");
                    copyLauncher();
                    Files.writeString(of, made);
                }
                return new Installation(jar, Optional.of(archive).filter(Files::exists));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Beside its programs, without sources, as an installation has it; with the Java of this process. */
    private static void copyLauncher() throws IOException {
        for (String module : List.of("lab", "ctl")) {
            Path packed = packed(module);
            Path target = Files.createDirectories(HOME.resolve(module + "/target"));
            Files.copy(packed, target.resolve(packed.getFileName()));
            Path libraries = packed.resolveSibling("lib");
            if (Files.isDirectory(libraries)) {
                FileSystemUtils.copyRecursively(libraries, target.resolve("lib"));
            }
        }
        Path launcher = Files.writeString(
                HOME.resolve("gulliver"),
                Files.readString(LauncherIT.launcher()).replace("/usr/lib/jvm/*", System.getProperty("java.home")));
        if (!launcher.toFile().setExecutable(true)) {
            throw new IOException(launcher + " cannot be made executable");
        }
    }

    private static void run(String what, String... arguments) throws IOException {
        Path log = HOME.resolve(what + ".log");
        List<String> command = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(10, MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError("The product cannot be unpacked (" + what + "): " + Files.readString(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
