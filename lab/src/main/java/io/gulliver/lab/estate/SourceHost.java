package io.gulliver.lab.estate;

import io.gulliver.lab.HostLoad;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a source host says of itself: programs and files that come before those of the machine beneath, and agree with the
 * figures that its databases show of it.
 */
final class SourceHost {
    /** Longer than any step after a cutover looks back, and than a test takes. */
    private static final Duration QUIET = Duration.ofHours(2);

    private static final String CHOICE = """
            #!/bin/sh
            case "$*" in
            CASES
              *) echo "NAME: the options $* are not played here" >&2; exit 1 ;;
            esac
            """;

    /** Agents and helpers that run beside databases; some have a build for s390x, some have not. */
    private static final List<String> AGENTS = List.of(
            "root|/opt/omni/lbin/inet -log /var/opt/omni/log/inet.log",
            "root|/usr/openv/netbackup/bin/bpcd -standalone",
            "splunk|/opt/splunkforwarder/bin/splunkd -p 8089 restart",
            "root|/opt/dynatrace/oneagent/agent/lib64/oneagentos -Dcom.compuware.apm.WatchDogTimeout=9000",
            "oracle|/u01/app/oracle/agent13c/agent_13.5.0.0.0/oracle_common/jdk/bin/java emagentSDK",
            "root|/opt/CrowdStrike/falcon-sensor");

    private final HostLoad load;
    private final List<EstateDatabase> databases;

    private SourceHost(HostLoad load, List<EstateDatabase> databases) {
        this.load = load;
        this.databases = databases;
    }

    /** Files for the tree of a host; {@code now} dates its listener's log. */
    static SortedMap<String, String> files(Estate estate, String host, Instant now) {
        SourceHost source = new SourceHost(
                estate.load(host),
                estate.sources().stream()
                        .filter(database -> database.sourceHost().equals(host))
                        .toList());
        SortedMap<String, String> files = new TreeMap<>();
        files.put(
                "bin/lscpu", program("lscpu", "\"\"", source.lscpu(), "-J", source.lscpuJson(), "-e", source.lscpuE()));
        files.put(
                "bin/lsblk",
                program(
                        "lsblk",
                        "'-J -b'|-J",
                        source.lsblkJson(),
                        "'-bdnro NAME,TYPE,SIZE'",
                        "sda disk 107374182400\nsdb disk " + source.dataBytes() + "\n"));
        files.put("bin/multipath", program("multipath", "-ll", source.multipath()));
        files.put("bin/ip", program("ip", "'-j addr'|'-j -p addr'|'-j addr show'", source.ip()));
        files.put("bin/ethtool", program("ethtool", "*", ethtool()));
        files.put("bin/crontab", program("crontab", "-l", source.crontab()));
        files.put("bin/ps", program("ps", "*", source.processes()));
        files.put("proc/meminfo", source.meminfo());
        files.put(
                "proc/cmdline",
                "BOOT_IMAGE=/vmlinuz-4.18.0-513.el8.x86_64 root=/dev/mapper/vg-root ro numa=on"
                        + " transparent_hugepage=never\n");
        files.put("etc/os-release", """
                NAME="Red Hat Enterprise Linux"
                VERSION="8.9 (Ootpa)"
                ID="rhel"
                VERSION_ID="8.9"
                PRETTY_NAME="Red Hat Enterprise Linux 8.9 (Ootpa)"
                """);
        files.put("u01/app/oracle/network/admin/listener.ora", source.listener());
        files.put("u01/app/oracle/diag/tnslsnr/" + host + "/listener/trace/listener.log", source.listenerLog(now));
        return files;
    }

    /** A program that prints one text for one set of options. */
    private static String program(String name, String... optionsAndTexts) {
        StringBuilder cases = new StringBuilder();
        for (int i = 0; i < optionsAndTexts.length; i += 2) {
            cases.append("  ")
                    .append(optionsAndTexts[i])
                    .append(") /bin/cat <<'LAB_END'\n")
                    .append(optionsAndTexts[i + 1].stripTrailing())
                    .append("\nLAB_END\n;;\n");
        }
        String script = CHOICE.replace("NAME", name).replace("CASES\n", cases);
        // Where every option is played there is nothing left to refuse.
        return optionsAndTexts[0].equals("*") ? script.replaceFirst("(?m)^  \\*\\) echo .*\\n", "") : script;
    }

    private boolean virtual() {
        return load.threads() == 1;
    }

    private String lscpu() {
        StringBuilder text = new StringBuilder();
        lscpuFields().forEach((name, value) -> text.append(String.format(Locale.ROOT, "%-21s%s%n", name + ":", value)));
        return text.toString().replace("\r", "");
    }

    private java.util.Map<String, String> lscpuFields() {
        java.util.Map<String, String> fields = new java.util.LinkedHashMap<>();
        fields.put("Architecture", "x86_64");
        fields.put("CPU op-mode(s)", "32-bit, 64-bit");
        fields.put("Byte Order", "Little Endian");
        fields.put("CPU(s)", Integer.toString(load.processors()));
        fields.put("On-line CPU(s) list", "0-" + (load.processors() - 1));
        fields.put("Thread(s) per core", Integer.toString(load.threads()));
        fields.put("Core(s) per socket", Integer.toString(load.cores() / load.sockets()));
        fields.put("Socket(s)", Integer.toString(load.sockets()));
        fields.put("NUMA node(s)", Integer.toString(load.sockets()));
        fields.put("Vendor ID", "GenuineIntel");
        fields.put("CPU family", "6");
        fields.put("Model name", load.model());
        if (virtual()) {
            fields.put("Hypervisor vendor", "VMware");
            fields.put("Virtualization type", "full");
        }
        return fields;
    }

    private String lscpuJson() {
        return "{\"lscpu\": ["
                + String.join(
                        ",",
                        lscpuFields().entrySet().stream()
                                .map(field -> "{\"field\": \"" + field.getKey() + ":\", \"data\": \"" + field.getValue()
                                        + "\"}")
                                .toList())
                + "]}\n";
    }

    private String lscpuE() {
        StringBuilder text = new StringBuilder("CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE\n");
        for (int cpu = 0; cpu < load.processors(); cpu++) {
            int core = cpu % load.cores();
            int socket = core * load.sockets() / load.cores();
            text.append(String.format(
                    Locale.ROOT,
                    "%3d %4d %6d %4d %d:%d:%d:%d          yes%n",
                    cpu,
                    socket,
                    socket,
                    core,
                    core,
                    core,
                    core,
                    socket));
        }
        return text.toString().replace("\r", "");
    }

    private String meminfo() {
        long total = load.memoryMb() * 1024 - 480_000;
        long sga = databases.stream().mapToLong(EstateOracle::sgaMb).sum();
        long free = Math.max(900_000, total - sga * 1024 * 3 / 2 - total / 10);
        return String.format(
                        Locale.ROOT,
                        "MemTotal:       %d kB%nMemFree:        %d kB%nMemAvailable:   %d kB%nBuffers:        %d kB%n"
                                + "Cached:         %d kB%nSwapTotal:      %d kB%nSwapFree:       %d kB%n"
                                + "HugePages_Total:   %d%nHugePages_Free:    %d%nHugePages_Rsvd:    0%nHugePages_Surp:    0%n"
                                + "Hugepagesize:       2048 kB%n",
                        total,
                        free,
                        free + total / 20,
                        total / 200,
                        total / 12,
                        16_777_212,
                        16_777_212,
                        sga / 2 + 64,
                        64)
                .replace("\r", "");
    }

    private long dataBytes() {
        return databases.stream().mapToLong(EstateDatabase::sizeGb).sum() * 13 / 10 * (1L << 30);
    }

    private String lsblkJson() {
        return "{\"blockdevices\": [{\"name\":\"sda\",\"maj:min\":\"8:0\",\"rm\":false,\"size\":107374182400,\"ro\":false,"
                + "\"type\":\"disk\",\"mountpoint\":null,\"children\":[{\"name\":\"vg-root\",\"maj:min\":\"253:0\","
                + "\"rm\":false,\"size\":102005473280,\"ro\":false,\"type\":\"lvm\",\"mountpoint\":\"/\"}]},"
                + "{\"name\":\"sdb\",\"maj:min\":\"8:16\",\"rm\":false,\"size\":" + dataBytes()
                + ",\"ro\":false,\"type\":\"disk\",\"mountpoint\":null,\"children\":[{\"name\":\"mpatha\","
                + "\"maj:min\":\"253:1\",\"rm\":false,\"size\":" + dataBytes()
                + ",\"ro\":false,\"type\":\"mpath\",\"mountpoint\":\"/u02\"}]}]}\n";
    }

    private String multipath() {
        String wwid = "36005076810"
                + String.format("%022x", Math.abs((long) load.host().hashCode()));
        return "mpatha (" + wwid.substring(0, 33) + ") dm-1 IBM,2145\nsize=" + (dataBytes() >> 30)
                + "G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw\n|-+- policy='service-time 0' prio=50"
                + " status=active\n| |- 1:0:0:1 sdb 8:16 active ready running\n| `- 2:0:0:1 sdc 8:32 active ready running\n"
                + "`-+- policy='service-time 0' prio=10 status=enabled\n  |- 1:0:1:1 sdd 8:48 active ready running\n"
                + "  `- 2:0:1:1 sde 8:64 active ready running\n";
    }

    private String address() {
        return "10.20.1."
                + load.host().substring(load.host().lastIndexOf('-') + 1).replaceFirst("^0", "");
    }

    private String ip() {
        return "[{\"ifindex\":1,\"ifname\":\"lo\",\"flags\":[\"LOOPBACK\",\"UP\",\"LOWER_UP\"],\"mtu\":65536,"
                + "\"operstate\":\"UNKNOWN\",\"link_type\":\"loopback\",\"addr_info\":[{\"family\":\"inet\",\"local\":"
                + "\"127.0.0.1\",\"prefixlen\":8,\"scope\":\"host\"}]},{\"ifindex\":2,\"ifname\":\"ens192\",\"flags\":"
                + "[\"BROADCAST\",\"MULTICAST\",\"UP\",\"LOWER_UP\"],\"mtu\":1500,\"operstate\":\"UP\",\"link_type\":\"ether\","
                + "\"address\":\"00:50:56:aa:00:01\",\"addr_info\":[{\"family\":\"inet\",\"local\":\"" + address()
                + "\",\"prefixlen\":24,\"broadcast\":\"10.20.1.255\",\"scope\":\"global\",\"label\":\"ens192\"}]}]\n";
    }

    private static String ethtool() {
        return "Settings for ens192:\n\tSupported ports: [ TP ]\n\tSpeed: 10000Mb/s\n\tDuplex: Full\n"
                + "\tAuto-negotiation: off\n\tPort: Twisted Pair\n\tLink detected: yes\n";
    }

    private String crontab() {
        StringBuilder text = new StringBuilder("# jobs of the owner of Oracle's software\n");
        for (EstateDatabase database : databases) {
            text.append("15 1 * * * /home/oracle/bin/rman_backup.sh ")
                    .append(database.database())
                    .append(" >/tmp/backup.log 2>&1\n");
            if (database.features().contains("executable-job")) {
                text.append("*/10 6-20 * * 1-5 /opt/app/bin/push_orders ")
                        .append(database.service())
                        .append('\n');
            }
            if (database.environment().equals("production")) {
                text.append("0 5 * * 1 sqlplus -s / as sysdba @/home/oracle/sql/weekly.sql # ORACLE_SID=")
                        .append(database.rac() ? database.sid() : database.database())
                        .append('\n');
            }
        }
        return text.toString();
    }

    private String processes() {
        StringBuilder text = new StringBuilder("    PID    PPID USER     COMMAND\n");
        int pid = 1;
        pid = process(text, pid, "root", "/usr/lib/systemd/systemd --switched-root --system");
        pid = process(text, 900, "root", "/usr/sbin/sshd -D");
        pid = process(text, 2100, "oracle", "/u01/app/oracle/product/dbhome_1/bin/tnslsnr LISTENER -inherit");
        for (EstateDatabase database : databases) {
            String sid = database.sid();
            for (String background : List.of("pmon", "smon", "dbw0", "lgwr", "ckpt", "mmon")) {
                if (!text.toString().contains("ora_" + background + "_" + sid + "\n")) {
                    pid = process(text, pid + 2, "oracle", "ora_" + background + "_" + sid);
                }
            }
        }
        int number = Math.floorMod(load.host().hashCode(), AGENTS.size());
        for (int i = 0; i < 3; i++) {
            String[] agent = AGENTS.get((number + i) % AGENTS.size()).split("\\|");
            pid = process(text, pid + 7, agent[0], agent[1]);
        }
        return text.toString();
    }

    private static int process(StringBuilder text, int pid, String user, String command) {
        text.append(String.format(Locale.ROOT, "%7d %7d %-8s %s\n", pid, pid == 1 ? 0 : 1, user, command));
        return pid;
    }

    private String listener() {
        return "LISTENER =\n  (DESCRIPTION_LIST =\n    (DESCRIPTION =\n      (ADDRESS = (PROTOCOL = TCP)(HOST = "
                + load.host() + ")(PORT = 1521))\n    )\n  )\nSID_LIST_LISTENER =\n  (SID_LIST =\n"
                + String.join(
                        "",
                        databases.stream()
                                .map(database -> "    (SID_DESC = (GLOBAL_DBNAME = " + database.service()
                                        + ")(SID_NAME = " + (database.rac() ? database.sid() : database.database())
                                        + "))\n")
                                .toList())
                + "  )\n";
    }

    /** A day of connections, by the clients that the databases show in their sessions. */
    /** A whole day of calls that ended hours ago: who looks at the last hour after a cutover finds none, at any hour. */
    private String listenerLog(Instant now) {
        LocalDateTime today = LocalDateTime.ofInstant(now.minus(QUIET), ZoneOffset.UTC)
                .toLocalDate()
                .atStartOfDay();
        DateTimeFormatter stamp = DateTimeFormatter.ofPattern("dd-MMM-yyyy HH:mm:ss", Locale.ENGLISH);
        StringBuilder text = new StringBuilder();
        for (int hour = -24; hour < 0; hour++) {
            LocalDateTime time = today.plusHours(hour);
            for (EstateDatabase database : databases) {
                int port = 40_000 + (hour + 24) * 60;
                for (String[] client : io.gulliver.lab.oracle.LabOracle.clients(database.service(), time.getHour())) {
                    text.append(stamp.format(time.plusMinutes(port % 59)).toUpperCase(Locale.ROOT))
                            .append(" * (CONNECT_DATA=(SERVICE_NAME=")
                            .append(database.service())
                            .append(")(CID=(PROGRAM=")
                            .append(client[1])
                            .append(")(HOST=")
                            .append(client[0])
                            .append(")(USER=")
                            .append(client[2])
                            .append("))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.20.7.")
                            .append(Math.floorMod(client[0].hashCode(), 200) + 10)
                            .append(")(PORT=")
                            .append(port++)
                            .append(")) * establish * ")
                            .append(database.service())
                            .append(" * 0\n");
                }
            }
        }
        return text.toString();
    }
}
