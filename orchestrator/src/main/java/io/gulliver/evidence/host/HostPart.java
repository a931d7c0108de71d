package io.gulliver.evidence.host;

import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/** The commands whose output tells of a Linux host, each known by its label in a script's output or by how it begins. */
enum HostPart {
    UNAME("uname", "uname -m", "", "x86_64|s390x|aarch64|ppc64le"),
    OS_RELEASE("os-release", "cat /etc/os-release", "=", "(NAME|PRETTY_NAME|ID|VERSION)=.*"),
    LSCPU("lscpu", "lscpu", "Architecture:", "Architecture:\\s+\\S+.*"),
    LSCPU_E("lscpu-e", "lscpu -e", "ONLINE", "CPU\\b.*\\bONLINE\\b.*"),
    MEMINFO("meminfo", "cat /proc/meminfo", "MemTotal:", "MemTotal:\\s+\\d+ kB"),
    SYSCTL("sysctl", "sysctl -a", " = ", "[a-z0-9_]+(\\.[A-Za-z0-9_:/-]+)+ = .*"),
    CMDLINE("cmdline", "cat /proc/cmdline", "=", "(.*\\s)?(root=|BOOT_IMAGE=)\\S+.*"),
    LSBLK("lsblk-json", "lsblk -J -b", "{", "\\{\\s*(\"blockdevices\".*)?"),
    MULTIPATH("multipath", "multipath -ll", " dm-", "\\S+( \\([0-9A-Za-z._+:-]+\\))? dm-\\d+ .*"),
    LSDASD("lsdasd", "lsdasd", "Bus-ID", "Bus-ID\\s+Status\\s+Name.*"),
    LSZFCP("lszfcp", "lszfcp -H -P -D", ".", "[0-9a-f]\\.[0-9a-f]\\.[0-9a-f]{4}(/0x\\S+)? \\S+.*"),
    IP("ip", "ip -j addr", "[", "\\[\\s*(\\{.*)?"),
    ETHTOOL("ethtool", "ethtool INTERFACE", "Settings for ", "Settings for \\S+:");

    private final String label;
    private final String command;
    /** Stands in each line that the expression finds; most lines have it not, and files are long. */
    private final String hint;

    private final Pattern beginning;

    HostPart(String label, String command, String hint, String beginning) {
        this.label = label;
        this.command = command;
        this.hint = hint;
        this.beginning = Pattern.compile(beginning);
    }

    /** In {@code ==== gulliver LABEL}. */
    String label() {
        return label;
    }

    /** What to type for it. */
    String command() {
        return command;
    }

    /** Whether a line of another command, such as one with the arguments of a process, can look like its beginning. */
    boolean weak() {
        return this == CMDLINE || this == UNAME || this == SYSCTL || this == LSZFCP || this == MULTIPATH;
    }

    static @Nullable HostPart labelled(String label) {
        for (HostPart part : values()) {
            if (part.label.equals(label)) {
                return part;
            }
        }
        return null;
    }

    /** The part that a line can be the first one of. */
    static @Nullable HostPart begunBy(String line) {
        String text = line.strip();
        for (HostPart part : values()) {
            if (text.contains(part.hint) && part.beginning.matches(text)) {
                return part;
            }
        }
        return null;
    }
}
