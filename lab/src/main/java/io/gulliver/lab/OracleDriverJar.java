package io.gulliver.lab;

import io.gulliver.lab.oracle.driver.LabDriver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Writes the lab's JDBC driver as a jar of its own: the product loads it by path, as it would load a vendor's driver, and
 * sees nothing else of the lab.
 */
public final class OracleDriverJar {
    private static final String FOLDER = "io/gulliver/lab/oracle/driver/";

    private OracleDriverJar() {}

    public static void write(Path jar) throws IOException {
        Path part = jar.resolveSibling(jar.getFileName() + ".part");
        try (OutputStream file = Files.newOutputStream(part);
                JarOutputStream out = new JarOutputStream(file)) {
            for (String name : classes()) {
                out.putNextEntry(new JarEntry(FOLDER + name));
                try (InputStream in = OracleDriverJar.class.getClassLoader().getResourceAsStream(FOLDER + name)) {
                    if (in == null) {
                        throw new IOException("Class file " + name + " of the lab's driver is missing");
                    }
                    in.transferTo(out);
                }
            }
            out.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
            out.write((LabDriver.class.getName() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        Files.move(part, jar, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private static List<String> classes() throws IOException {
        Path place;
        try {
            place = Path.of(LabDriver.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("The lab's own program file cannot be found", e);
        }
        if (Files.isDirectory(place)) {
            return names(place.resolve(FOLDER));
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), java.util.Map.of())) {
            return names(jar.getPath(FOLDER));
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class"))
                    .sorted()
                    .toList();
        }
    }
}
