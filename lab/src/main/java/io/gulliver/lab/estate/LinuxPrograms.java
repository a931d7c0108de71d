package io.gulliver.lab.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Administration programs of a lab host: they keep to its own directory tree and refuse what they do not know.
 *
 * <p>A lab host runs real scripts under a real shell on this machine; whatever would reach beyond its tree (kernel,
 * users, root) has a stand-in here that comes first in its PATH.
 */
public final class LinuxPrograms {
    private static final String PAGES = "vm.nr_hugepages=";
    private static final String LIMIT = "lab.hugepages.limit=";
    private static final String SYSCTL = """
            #!/bin/sh
            # Kernel settings of this lab host, one a line, in etc/kernel.
            K="$LAB_HOST_ROOT/etc/kernel"
            touch "$K"
            LIMIT=$(sed -n 's/^lab.hugepages.limit=//p' "$K")
            put() {
              case $1 in vm.*|kernel.*|fs.*|net.*) ;; *) echo "sysctl: cannot stat /proc/sys/$1" >&2; exit 255 ;; esac
              case $1 in net.ipv4.conf.*)
                IF=${1#net.ipv4.conf.}; IF=$(printf '%s' "${IF%.*}" | tr / .)
                grep -qx "$IF" "$LAB_HOST_ROOT/etc/interfaces" || { echo "sysctl: cannot stat /proc/sys/net/ipv4/conf/$IF: No such file or directory" >&2; exit 255; } ;;
              esac
              V=$2
              if [ "$1" = vm.nr_hugepages ] && [ -n "$LIMIT" ] && [ "$V" -gt "$LIMIT" ]; then V=$LIMIT; fi
              grep -v "^$1=" "$K" >"$K.new" || true
              echo "$1=$V" >>"$K.new"
              mv "$K.new" "$K"
              echo "$1 = $V"
            }
            case ${1:-} in
              -n) V=$(sed -n "s|^$2=||p" "$K")
                  if [ -z "$V" ]; then [ "$2" = vm.nr_hugepages ] && V=0 || { echo "sysctl: cannot stat $2" >&2; exit 255; }; fi
                  echo "$V" ;;
              -w) put "${2%%=*}" "${2#*=}" ;;
              -a) echo "kernel.shmall = 268435456"
                  echo "kernel.shmmax = 549755813888"
                  echo "kernel.sem = 250 32000 100 128"
                  echo "fs.file-max = 6815744"
                  echo "fs.aio-max-nr = 1048576"
                  echo "net.core.rmem_max = 4194304"
                  echo "net.core.wmem_max = 1048576"
                  echo "vm.swappiness = 1"
                  sed -n '/^lab[.]/d; s/=/ = /p' "$K" ;;
              -p) grep -v '^#' "$2" | while read -r NAME EQUALS VALUE; do
                    [ "$EQUALS" = = ] || { echo "sysctl: $2: bad line $NAME" >&2; exit 1; }
                    put "$NAME" "$VALUE"
                  done ;;
              *) echo "sysctl: usage" >&2; exit 1 ;;
            esac
            """;
    private static final String GETENT = """
            #!/bin/sh
            case ${1:-} in passwd|group) ;; *) echo "Unknown database: ${1:-}" >&2; exit 1 ;; esac
            grep "^$2:" "$LAB_HOST_ROOT/etc/$1" 2>/dev/null || exit 2
            """;
    private static final String GROUPADD = """
            #!/bin/sh
            F="$LAB_HOST_ROOT/etc/group"
            [ $# = 1 ] || { echo "Usage: groupadd GROUP" >&2; exit 2; }
            grep -q "^$1:" "$F" 2>/dev/null && { echo "groupadd: group '$1' already exists" >&2; exit 9; }
            echo "$1:x:54321:" >>"$F"
            """;
    private static final String USERADD = """
            #!/bin/sh
            F="$LAB_HOST_ROOT/etc/passwd"
            [ "$1" = -m ] && [ "$2" = -g ] && [ $# = 4 ] || { echo "Usage: useradd -m -g GROUP USER" >&2; exit 2; }
            grep -q "^$3:" "$LAB_HOST_ROOT/etc/group" 2>/dev/null || { echo "useradd: group '$3' does not exist" >&2; exit 6; }
            grep -q "^$4:" "$F" 2>/dev/null && { echo "useradd: user '$4' already exists" >&2; exit 9; }
            echo "$4:x:54321:54321::/home/$4:/bin/sh" >>"$F"
            """;
    private static final String USERDEL = """
            #!/bin/sh
            F="$LAB_HOST_ROOT/etc/FILE"
            grep -q "^$1:" "$F" 2>/dev/null || { echo "NAME: '$1' does not exist" >&2; exit 6; }
            grep -v "^$1:" "$F" >"$F.new" || true
            mv "$F.new" "$F"
            """;
    private static final String CHOWN = """
            #!/bin/sh
            U=${1%%:*}
            grep -q "^$U:" "$LAB_HOST_ROOT/etc/passwd" 2>/dev/null || { echo "chown: invalid user: '$1'" >&2; exit 1; }
            [ -e "$2" ] || { echo "chown: cannot access '$2': No such file or directory" >&2; exit 1; }
            """;
    /** Every file system of a lab host has room for the estate by the books; this machine's own has not. */
    private static final String DF = """
            #!/bin/sh
            case ${1:-} in -Pk) ;; *) exec /bin/df "$@" ;; esac
            echo "Filesystem         1024-blocks        Used   Available Capacity Mounted on"
            echo "/dev/mapper/data   68719476736  6871947674 61847529062      10% /"
            """;

    /** Samples of today's first minutes, as if sysstat had collected since midnight. */
    private static final String SAR = """
            #!/bin/sh
            case ${1:-} in -u) ;; *) echo "Usage: sar -u" >&2; exit 1 ;; esac
            [ -e "$LAB_HOST_ROOT/etc/sysstat.off" ] && { echo "Cannot open /var/log/sa: No such file or directory" >&2; exit 2; }
            echo "Linux 5.14.0 (lab)"
            echo
            echo "00:00:01        CPU     %user     %nice   %system   %iowait    %steal     %idle"
            echo "00:10:01        all     12.10      0.00      2.30      0.90      0.00     84.70"
            echo "00:20:01        all     11.40      0.00      2.10      0.70      0.00     85.80"
            """;

    /** Files of the kernel and of the system stand in the host's own tree. */
    private static final String CAT = """
            #!/bin/sh
            N=$#
            while [ "$N" -gt 0 ]; do
              A=$1; shift; N=$((N-1))
              case $A in
                /proc/meminfo|/proc/cmdline|/proc/cpuinfo|/etc/os-release|/etc/oratab) [ -f "$LAB_HOST_ROOT$A" ] && A="$LAB_HOST_ROOT$A" ;;
              esac
              set -- "$@" "$A"
            done
            exec /bin/cat "$@"
            """;

    private static final String SUDO = """
            #!/bin/sh
            [ "${LAB_LOGIN:-oracle}" = oracle ] || { echo "sudo: a password is required" >&2; exit 1; }
            [ "${1:-}" = -n ] && shift
            O="$LAB_HOST_ROOT/etc/owners"
            [ -s "$O" ] || exec "$@"
            # Directories of others are open while root works, and as their owners left them afterwards.
            while read -r R P; do /bin/chmod u+rwx "$P" 2>/dev/null; done <"$O"
            "$@"
            C=$?
            sort -r -k 2 "$O" | while read -r R P; do /bin/chmod "u=$(echo "$R" | tr -d -)" "$P" 2>/dev/null; done
            exit "$C"
            """;

    /** The lab's own user beneath is not that of the host. */
    private static final String ID = """
            #!/bin/sh
            case ${1:-} in
              -u) echo 54321 ;;
              -un) echo "${LAB_LOGIN:-oracle}" ;;
              *) echo "id: the options $* are not played here" >&2; exit 1 ;;
            esac
            """;

    private LinuxPrograms() {}

    /** The same for a source host, with what it says of itself. */
    public static SortedMap<String, String> source(Estate estate, String host, java.time.Instant now) {
        SortedMap<String, String> files = overlay(512 * 1024, "x86_64");
        files.putAll(SourceHost.files(estate, host, now));
        return files;
    }

    /**
     * The list of instances that Oracle's installer keeps, each with the home that it runs from.
     *
     * @param home by release
     */
    public static String oratab(Estate estate, String host, Function<String, Path> home) {
        return estate.sources().stream()
                .filter(database -> database.sourceHost().equals(host))
                .map(database -> (database.container().isEmpty() ? database.database() : database.container()) + ":"
                        + home.apply(database.version())
                        + (database.features().contains(Estate.ORACLE_RESTART) ? ":N\n" : ":Y\n"))
                .collect(Collectors.joining());
    }

    /** Huge pages of 1 MB that a host's kernel has now. */
    public static int hugePages(Path kernel) {
        return lines(kernel).stream()
                .filter(line -> line.startsWith(PAGES))
                .map(line -> Integer.parseInt(line.substring(PAGES.length())))
                .findFirst()
                .orElse(0);
    }

    /** Lets a host's kernel give as many huge pages of 1 MB as the memory of its partition allows. */
    public static void limitHugePages(Path kernel, int pages) {
        List<String> lines = new ArrayList<>(lines(kernel));
        lines.removeIf(line -> line.startsWith(LIMIT));
        lines.add(LIMIT + pages);
        try {
            Files.write(kernel, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("Kernel settings " + kernel + " cannot be written", e);
        }
    }

    private static List<String> lines(Path kernel) {
        try {
            return Files.exists(kernel) ? Files.readAllLines(kernel) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("Kernel settings " + kernel + " cannot be read", e);
        }
    }

    /** Programs of a source host that answer by the hour: sysstat. */
    public static void install(
            io.gulliver.lab.oracle.LabOracle oracle,
            io.gulliver.lab.HostLoad load,
            java.nio.file.Path root,
            java.time.Clock clock) {
        HostSar.install(oracle, load, root.resolve("bin"), clock);
    }

    /** The programs as files for a host's tree; {@code hugePagesLimit} is what its memory allows, in pages of 1 MB. */
    public static SortedMap<String, String> overlay(int hugePagesLimit, String machine) {
        SortedMap<String, String> files = new TreeMap<>(Map.of(
                "bin/sysctl", SYSCTL,
                "bin/getent", GETENT,
                "bin/groupadd", GROUPADD,
                "bin/useradd", USERADD,
                "bin/userdel", USERDEL.replace("FILE", "passwd").replace("NAME", "userdel"),
                "bin/groupdel", USERDEL.replace("FILE", "group").replace("NAME", "groupdel"),
                "bin/chown", CHOWN,
                "bin/id", ID,
                "bin/uname",
                        "#!/bin/sh\ncase ${1:-} in -m) echo " + machine + " ;; *) exec /bin/uname \"$@\" ;; esac\n",
                "etc/kernel", "lab.hugepages.limit=" + hugePagesLimit + "\n"));
        files.put("etc/interfaces", "all\ndefault\nlo\nenc1000\nenc1100\n");
        files.put("bin/cat", CAT);
        files.put("bin/sudo", SUDO);
        files.put("bin/df", DF);
        files.put("bin/sar", SAR);
        return files;
    }
}
