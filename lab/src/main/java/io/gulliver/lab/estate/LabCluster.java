package io.gulliver.lab.estate;

import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.ssh.LabHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cluster (RAC) on hosts of the lab, as people hand one over: Grid and database home on each node, Clusterware with its daemons, a
 * SCAN with its listeners, and databases with one instance a node. It is looked at and never changed: programs of its homes refuse
 * every verb that would. What they print is that of Oracle's manuals (crsctl, srvctl, tnsping), and a node that is down is seen by the
 * others as not to be contacted.
 */
public final class LabCluster {
    private static final String PROGRAM = """
            #!/bin/sh
            C="$LAB_HOST_ROOT/var/lab/cluster"
            NAME=${0##*/}
            HOME_OF=${0%/bin/*}
            refuse() { echo "$NAME: not played here: $*" >&2; exit 9; }
            [ "${ORACLE_HOME:-}" = "$HOME_OF" ] || { echo "$NAME: ORACLE_HOME is not $HOME_OF" >&2; exit 1; }
            """;

    private static final String CRSCTL = PROGRAM + """
            [ "$*" = "check cluster -all" ] || refuse "$@"
            while read -r NODE STATE; do
              echo "**************************************************************"
              echo "$NODE:"
              if [ "$STATE" = up ]; then
                echo "CRS-4537: Cluster Ready Services is online"
                echo "CRS-4529: Cluster Synchronization Services is online"
                echo "CRS-4533: Event Manager is online"
              else
                echo "CRS-4535: Cannot communicate with Cluster Ready Services"
                echo "CRS-4530: Communications failure contacting Cluster Synchronization Services daemon"
                echo "CRS-4534: Cannot communicate with Event Manager"
              fi
            done <"$C/nodes"
            echo "**************************************************************"
            """;

    private static final String SRVCTL = PROGRAM + """
            case "$*" in
              "status scan_listener")
                N=0
                while read -r ADDRESS STATE; do
                  N=$((N + 1))
                  echo "SCAN Listener LISTENER_SCAN$N is enabled"
                  if [ "$STATE" = answers ]; then
                    echo "SCAN listener LISTENER_SCAN$N is running on node $(head -n 1 "$C/nodes" | cut -d' ' -f1)"
                  else
                    echo "SCAN listener LISTENER_SCAN$N is not running"
                  fi
                done <"$C/scan" ;;
              "config database -db "*|"status database -db "*)
                [ $# = 4 ] || refuse "$@"
                D="$C/databases/$4"
                if [ ! -e "$D/config" ]; then
                  echo "PRCD-1120 : The resource for database $4 could not be found."
                  echo "PRCR-1001 : Resource ora.$(echo "$4" | tr A-Z a-z).db does not exist"
                  exit 1
                fi
                if [ "$1" = config ]; then
                  cat "$D/config"
                else
                  while read -r INSTANCE NODE STATE; do
                    if [ "$STATE" = running ]; then
                      echo "Instance $INSTANCE is running on node $NODE"
                    else
                      echo "Instance $INSTANCE is not running on node $NODE"
                    fi
                  done <"$D/instances"
                fi ;;
              *) refuse "$@" ;;
            esac
            """;

    private static final String TNSPING = PROGRAM + """
            [ $# = 1 ] || { echo "TNS-03502: Insufficient arguments.  Usage:  tnsping <address> [<count>]"; exit 1; }
            H=$(echo "$1" | sed -n 's/^(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=\\([0-9.]*\\))(PORT=[0-9]*))(CONNECT_DATA=(SERVICE_NAME=[^()]*)))$/\\1/p')
            P=$(echo "$1" | sed -n 's/.*(PORT=\\([0-9]*\\)).*/\\1/p')
            [ -n "$H" ] || { echo "TNS-03505: Failed to resolve name"; exit 1; }
            echo "TNS Ping Utility for Linux: Version 19.0.0.0.0 - Production"
            echo "Attempting to contact $1"
            if [ "$P" = "$(cat "$C/scan-port")" ] && grep -qx "$H answers" "$C/scan"; then
              echo "OK (10 msec)"
            else
              echo "TNS-12541: TNS:no listener"
              exit 1
            fi
            """;

    private final List<LabHost> nodes;
    private final List<String> addresses;
    private final SortedMap<String, Boolean> up = new TreeMap<>();
    private final SortedMap<String, Boolean> answering = new TreeMap<>();

    /**
     * Lays it onto hosts that Oracle of the lab knows; all is up.
     *
     * @param scan its name
     * @param scanPort of its listeners
     * @param scanAddresses to which the name resolves on each node
     * @param version of its homes
     */
    public LabCluster(
            LabOracle oracle,
            List<LabHost> nodes,
            String scan,
            int scanPort,
            List<String> scanAddresses,
            String version)
            throws IOException {
        this.nodes = List.copyOf(nodes);
        this.addresses = List.copyOf(scanAddresses);
        for (LabHost node : nodes) {
            up.put(node.name(), true);
            oracle.installHome(node.name(), oracleHome(node), version);
            oracle.installHome(node.name(), gridHome(node), version);
            program(gridHome(node), "crsctl", CRSCTL);
            program(gridHome(node), "tnsping", TNSPING);
            for (Path home : List.of(gridHome(node), oracleHome(node))) {
                program(home, "srvctl", SRVCTL);
            }
            node.layDown(Map.of("bin/getent", LinuxPrograms.GETENT));
            write(node, "scan-port", scanPort + "\n");
            StringBuilder hosts = new StringBuilder();
            scanAddresses.forEach(
                    address -> hosts.append(address).append(' ').append(scan).append('\n'));
            Path etc = Files.createDirectories(node.root().resolve("etc")).resolve("hosts");
            Files.writeString(etc, hosts);
        }
        scanAddresses.forEach(address -> answering.put(address, true));
        states();
    }

    /** Where the Grid home of a node is. */
    public static Path gridHome(LabHost node) {
        return node.root().resolve("u01/app/19c/grid");
    }

    /** Where its database home is. */
    public static Path oracleHome(LabHost node) {
        return node.root().resolve("u01/19c");
    }

    /**
     * Registers a database with its Clusterware, with one instance on each node; what answers to SQL is made with the lab's Oracle.
     *
     * @param management administrator or policy
     */
    public void database(String name, List<String> diskGroups, String management) throws IOException {
        List<String> instances = new ArrayList<>();
        for (int number = 1; number <= nodes.size(); number++) {
            instances.add(name + number);
        }
        for (LabHost node : nodes) {
            write(
                    node,
                    "databases/" + name + "/config",
                    String.join(
                            "\n",
                            "Database unique name: " + name,
                            "Database name: " + name,
                            "Oracle home: " + oracleHome(node),
                            "Oracle user: oracle",
                            "Start options: open",
                            "Stop options: immediate",
                            "Database role: PRIMARY",
                            "Management policy: AUTOMATIC",
                            "Disk Groups: " + String.join(",", diskGroups),
                            "Services: ",
                            "Type: RAC",
                            "Database instances: " + String.join(",", instances),
                            "Configured nodes: "
                                    + String.join(
                                            ",",
                                            nodes.stream().map(LabHost::name).toList()),
                            "Database is " + management + " managed",
                            ""));
        }
        instances(name, nodes.size());
    }

    /**
     * Its disk groups, which every node sees: what the ASM instance of a node keeps, in the words of {@link AsmPrograms}.
     *
     * @param gib of each
     */
    public void diskGroups(LabOracle oracle, List<String> groups, long gib) throws IOException {
        StringBuilder paths = new StringBuilder();
        for (int number = 0; number < groups.size(); number++) {
            char disk = (char) ('a' + number);
            paths.append("36005076shared" + disk + "|0:0:0:" + number + "|sd" + disk + "|0x1|0x2|" + gib + "\n");
        }
        for (LabHost node : nodes) {
            Path state = node.root().resolve("var/lab");
            Files.createDirectories(state.resolve("asm/groups"));
            Files.writeString(state.resolve("paths"), paths);
            Files.writeString(state.resolve("asm/instance"), groups.get(0) + "\n");
            for (int number = 0; number < groups.size(); number++) {
                Files.writeString(
                        state.resolve("asm/groups").resolve(groups.get(number)),
                        "36005076shared" + (char) ('a' + number) + " shared" + number + "\n");
            }
            oracle.files(node.name(), node.root());
        }
    }

    /** So many of its instances run, from the first node on. */
    public void instances(String name, int running) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int number = 1; number <= nodes.size(); number++) {
            lines.append(name)
                    .append(number)
                    .append(' ')
                    .append(nodes.get(number - 1).name())
                    .append(number <= running ? " running\n" : " stopped\n");
        }
        for (LabHost node : nodes) {
            write(node, "databases/" + name + "/instances", lines.toString());
        }
    }

    /** The node goes down: nobody can log in, and its instances of this database are gone. */
    public void goDown(LabHost node, String database) throws IOException {
        node.stop();
        up.put(node.name(), false);
        states();
        instances(database, (int) up.values().stream().filter(is -> is).count());
    }

    /** Whether listeners answer at the addresses of the SCAN. */
    public void scanAnswers(boolean answers) throws IOException {
        addresses.forEach(address -> answering.put(address, answers));
        states();
    }

    private void states() throws IOException {
        StringBuilder daemons = new StringBuilder();
        nodes.forEach(node -> daemons.append(node.name()).append(up.get(node.name()) ? " up\n" : " down\n"));
        StringBuilder scan = new StringBuilder();
        answering.forEach((address, answers) -> scan.append(address).append(answers ? " answers\n" : " silent\n"));
        for (LabHost node : nodes) {
            write(node, "nodes", daemons.toString());
            write(node, "scan", scan.toString());
        }
    }

    private static void write(LabHost node, String file, String text) throws IOException {
        Path path = node.root().resolve("var/lab/cluster").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static void program(Path home, String name, String text) throws IOException {
        Path file = home.resolve("bin").resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
