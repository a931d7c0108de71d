package io.gulliver.conformance;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
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
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.springframework.util.FileSystemUtils;

/**
 * Starts a main class of these tests in a Java of its own, on this class path and with an archive of its classes, which
 * is made once for all test processes of a build: a start costs half of the processor time that it costs without.
 *
 * @param classPath as this process has it, directories packed into jars: an archive takes classes from jars alone
 * @param classes the archive; without one that could be made a process reads its classes from the jars
 */
record TestProcess(String classPath, Optional<Path> classes) {
    private static final class Holder {
        static final TestProcess OF_THIS_BUILD = make();
    }

    /**
     * Starts it.
     *
     * @param log file that gets what it prints
     * @param temporary where it puts temporary files: what a killed process leaves goes with the test's own
     */
    static Process start(Class<?> main, Path log, Path temporary, List<String> arguments) throws IOException {
        TestProcess process = Holder.OF_THIS_BUILD;
        List<String> command = java(process.classPath, temporary);
        process.classes.ifPresent(archive -> command.add(1, "-XX:SharedArchiveFile=" + archive));
        command.add(main.getName());
        command.addAll(arguments);
        return launch(command, log, temporary);
    }

    private static List<String> java(String classPath, Path temporary) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                // Processes that live for minutes: what they would compile better, they would not use.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                classPath));
    }

    private static Process launch(List<String> command, Path log, Path temporary) throws IOException {
        Files.createDirectories(temporary);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private static TestProcess make() {
        try {
            Path home = build().resolve("conformance");
            Files.createDirectories(home);
            try (FileChannel channel = FileChannel.open(
                    home.resolveSibling("conformance.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock(); // until the channel is closed
                List<Path> entries = entries();
                String made = System.getProperty("java.vm.version") + "\n" + state(entries);
                Path madeOf = home.resolve("made-of");
                boolean fresh = Files.exists(madeOf) && Files.readString(madeOf).equals(made);
                if (!fresh) {
                    FileSystemUtils.deleteRecursively(home);
                    Files.createDirectories(home);
                }
                String classPath = jars(entries, home);
                Path archive = home.resolve("classes.jsa");
                if (!fresh) {
                    train(classPath, archive, home);
                    Files.writeString(madeOf, made);
                }
                return new TestProcess(classPath, Optional.of(archive).filter(Files::exists));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where this build puts what it makes: beside the classes of these tests. */
    private static Path build() {
        try {
            return Path.of(TestProcess.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling(".")
                    .normalize();
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Path> entries() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    /** What differs when any class may differ. */
    private static String state(List<Path> entries) throws IOException {
        StringBuilder state = new StringBuilder();
        for (Path entry : entries) {
            try (Stream<Path> all = Files.walk(entry)) {
                for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                    // Builds are reproducible: neither a jar's time nor its size need differ.
                    state.append(file)
                            .append(' ')
                            .append(attributes.fileKey())
                            .append(' ')
                            .append(Files.getAttribute(file, "unix:ctime"))
                            .append('\n');
                }
            }
        }
        return state.toString();
    }

    private static String jars(List<Path> entries, Path home) throws IOException {
        List<String> jars = new ArrayList<>();
        for (Path entry : entries) {
            if (!Files.isDirectory(entry)) {
                jars.add(entry.toString());
                continue;
            }
            Path jar = home.resolve("classes-" + jars.size() + ".jar");
            if (!Files.exists(jar)) {
                pack(entry, jar);
            }
            jars.add(jar.toString());
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void pack(Path directory, Path jar) throws IOException {
        try (Stream<Path> all = Files.walk(directory);
                OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.setLevel(ZipOutputStream.STORED);
            for (Path path : all.sorted().toList()) {
                String name = directory.relativize(path).toString().replace(File.separatorChar, '/');
                // Directories too: playbooks are found by listing theirs.
                if (Files.isDirectory(path)) {
                    if (!name.isEmpty()) {
                        zip.putNextEntry(new ZipEntry(name + "/"));
                    }
                } else {
                    zip.putNextEntry(new ZipEntry(name));
                    Files.copy(path, zip);
                }
            }
        }
    }

    /**
     * Archives the classes that a start and a whole run need, by a process that carries one run to its end. One that does
     * not, on a machine that is too busy for it, leaves no archive and fails nothing.
     */
    private static void train(String classPath, Path archive, Path home) throws IOException {
        Path log = home.resolve("train.log");
        Path temporary = home.resolve("tmp");
        Path data = home.resolve("training");
        List<String> command = java(classPath, temporary);
        command.addAll(1, List.of("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + archive));
        command.addAll(List.of(
                CarrierProcess.class.getName(), data.toString(), "conformance-shapes", "1", CarrierProcess.TO_THE_END));
        Process training = launch(command, log, temporary);
        try {
            if (!training.waitFor(5, MINUTES) || training.exitValue() != 0) {
                training.destroyForcibly().onExit().join();
                Gulliver.killTemporal(data);
                Strike.storePid(data)
                        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                        .ifPresent(ProcessHandle::destroy);
                Files.deleteIfExists(archive);
                System.out.println("No archive of classes was made, see " + log + ": processes start without one");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
