package io.gulliver.lab.oracle;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Zips of Oracle's software as somebody keeps them for the servers of a lab: true zips, in which the lab's stand-ins lie at the places of
 * Oracle's programs.
 */
public final class LabSoftware {
    /** Release of the homes in its zips, without an update. */
    public static final String BASE = "19.3.0.0.0";

    /** OPatch that lies in them. */
    public static final String OPATCH = "12.2.0.1.17";

    static final String IMAGE = "inventory/lab-image";
    static final String PATCHES = "inventory/lab-patches";
    static final String OWNER = "inventory/lab-owner";
    static final String UPDATE = "lab-update";
    static final String ROOTED = ".lab-rooted";

    private final LabOracle oracle;
    private final String host;
    private final Path directory;

    /**
     * @param host of which the software is to be
     * @param directory where the zips are to lie
     */
    public LabSoftware(LabOracle oracle, String host, Path directory) throws IOException {
        this.oracle = oracle;
        this.host = host;
        this.directory = Files.createDirectories(directory);
    }

    /** A home of a database or of Grid Infrastructure; @return {@code NAME BYTES SHA256} */
    public String home(boolean grid) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        files.put(IMAGE, (grid ? "grid " : "database ") + BASE + "\n");
        program(files, "", grid ? "gridSetup.sh" : "runInstaller");
        program(files, "oui/bin/", "runInstaller");
        opatch(files, OPATCH);
        if (grid) {
            program(files, "crs/install/", "roothas.sh");
        }
        return zip("LINUX.zseries64_193000_" + (grid ? "grid" : "db") + "_home.zip", files);
    }

    /** OPatch alone; @return {@code NAME BYTES SHA256} */
    public String opatch(String version) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        opatch(files, version);
        return zip("p6880880_190000_Linux-zSer.zip", files);
    }

    /**
     * A release update.
     *
     * @param number of the patch
     * @param update such as {@code 19.27.0.0.250415}
     * @param opatch version of OPatch that it wants at least
     * @param grid whether it goes into a Grid home too
     * @return {@code NAME BYTES SHA256}
     */
    public String update(String number, String update, String opatch, boolean grid) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        files.put(number + "/" + UPDATE, update + " " + opatch + (grid ? " grid" : " database") + "\n");
        files.put("PatchSearch.xml", "<results/>\n");
        return zip("p" + number + "_190000_Linux-zSer.zip", files);
    }

    private void program(SortedMap<String, String> files, String folder, String name) {
        files.put(folder + name, LabOracle.program());
        files.put(folder + LabOracle.KEY, oracle.key(host));
    }

    private void opatch(SortedMap<String, String> files, String version) {
        program(files, "OPatch/", "opatch");
        files.put("OPatch/version.txt", version + "\n");
    }

    private String zip(String name, SortedMap<String, String> files) throws IOException {
        Path file = directory.resolve(name);
        Files.deleteIfExists(file);
        try (FileSystem zip = FileSystems.newFileSystem(
                URI.create("jar:" + file.toUri()), Map.of("create", "true", "enablePosixFileAttributes", true))) {
            for (Map.Entry<String, String> entry : files.entrySet()) {
                Path inside = zip.getPath("/" + entry.getKey());
                if (inside.getParent() != null) {
                    Files.createDirectories(inside.getParent());
                }
                Files.writeString(inside, entry.getValue());
                boolean runs = entry.getValue().startsWith("#!");
                Files.setPosixFilePermissions(
                        inside, PosixFilePermissions.fromString(runs ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return name + " " + Files.size(file) + " " + HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
