package io.gulliver.lab.main;

import io.gulliver.lab.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What lies beside a database on a lab host: files of its home, its line of oratab, the unit that starts it at boot. */
final class HomeFiles {
    private HomeFiles() {}

    /** Oracle Net's files and the password file of an instance. */
    static void lay(Path home, String instance) throws IOException {
        WholeFile.write(
                Files.createDirectories(home.resolve("network/admin")).resolve("sqlnet.ora"),
                "# as every server of this data centre has it\nSQLNET.EXPIRE_TIME = 10\n"
                        + "NAMES.DIRECTORY_PATH = (TNSNAMES, EZCONNECT)\n");
        WholeFile.write(
                Files.createDirectories(home.resolve("dbs")).resolve("orapw" + instance),
                "not to be read by anybody\n");
    }

    /**
     * Its line of oratab, and the unit that calls dbstart. Who reads the file meanwhile, for another database of the host, sees it
     * as it was or as it is then.
     *
     * @param byDbstart whether dbstart starts it at boot
     */
    static synchronized void start(Path root, Path home, String instance, boolean byDbstart) throws IOException {
        Path oratab = Files.createDirectories(root.resolve("etc")).resolve("oratab");
        List<String> lines = new ArrayList<>(Files.exists(oratab) ? Files.readAllLines(oratab) : List.of());
        lines.removeIf(line -> line.startsWith(instance + ":"));
        lines.add(instance + ":" + home + (byDbstart ? ":Y" : ":N"));
        WholeFile.write(oratab, lines);
        if (byDbstart) {
            unit(root);
        }
    }

    /** The unit that starts the instances of oratab. */
    static void unit(Path root) throws IOException {
        WholeFile.write(
                Files.createDirectories(root.resolve("etc/systemd/system")).resolve("dbora.service"),
                "[Unit]\nDescription=Oracle databases\n[Service]\nType=forking\nUser=oracle\nExecStart=/bin/sh -c 'dbstart"
                        + " $ORACLE_HOME'\n[Install]\nWantedBy=multi-user.target\n");
    }
}
