package io.gulliver.lab.estate;

import io.gulliver.lab.LabPython;
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
            [ -e "$K" ] || : >"$K"
            LIMIT=
            limit() {
              { while IFS='=' read -r KEY V; do
                case $KEY in memory_mb) LIMIT=$((V * 9 / 10)) ;; esac
              done <"$LAB_HOST_ROOT/run/partition"; } 2>/dev/null
              [ -n "$LIMIT" ] || while IFS='=' read -r KEY V; do
                case $KEY in lab.hugepages.limit) LIMIT=$V ;; esac
              done <"$K"
            }
            put() {
              case $1 in vm.*|kernel.*|fs.*|net.*) ;; *) echo "sysctl: cannot stat /proc/sys/$1" >&2; exit 255 ;; esac
              case $1 in net.ipv4.conf.*)
                IF=${1#net.ipv4.conf.}; IF=$(printf '%s' "${IF%.*}" | tr / .)
                grep -qx "$IF" "$LAB_HOST_ROOT/etc/interfaces" || { echo "sysctl: cannot stat /proc/sys/net/ipv4/conf/$IF: No such file or directory" >&2; exit 255; } ;;
              esac
              [ "$1" != vm.nr_hugepages ] || limit
              V=$2
              if [ "$1" = vm.nr_hugepages ] && [ -n "$LIMIT" ] && [ "$V" -gt "$LIMIT" ]; then V=$LIMIT; fi
              grep -v "^$1=" "$K" >"$K.new" || true
              echo "$1=$V" >>"$K.new"
              mv "$K.new" "$K"
              echo "$1 = $V"
            }
            case ${1:-} in
              -n) V=
                  while IFS='=' read -r KEY REST; do [ "$KEY" != "$2" ] || V=$REST; done <"$K"
                  if [ -z "$V" ]; then [ "$2" = vm.nr_hugepages ] && V=0 || { echo "sysctl: cannot stat $2" >&2; exit 255; }; fi
                  echo "$V" ;;
              -w) put "${2%%=*}" "${2#*=}" ;;
              -a) for DEFAULT in "kernel.shmall = 268435456" "kernel.shmmax = 549755813888" "kernel.sem = 250 32000 100 128" \
                      "fs.file-max = 6815744" "fs.aio-max-nr = 1048576" "net.core.rmem_max = 4194304" \
                      "net.core.wmem_max = 1048576" "vm.swappiness = 1"; do
                    grep -q "^${DEFAULT%% *}=" "$K" || echo "$DEFAULT"
                  done
                  sed -n '/^lab[.]/d; s/=/ = /p' "$K" ;;
              -p) grep -v '^#' "$2" | while read -r NAME EQUALS VALUE; do
                    [ "$EQUALS" = = ] || { echo "sysctl: $2: bad line $NAME" >&2; exit 1; }
                    put "$NAME" "$VALUE"
                  done ;;
              *) echo "sysctl: usage" >&2; exit 1 ;;
            esac
            """;
    static final String GETENT = """
            #!/bin/sh
            case ${1:-} in
              passwd|group) ;;
              ahostsv4)
                # Every address three times, as the library has it for streams, datagrams and raw sockets.
                A=$(awk -v N="$2" '{ for (I = 2; I <= NF; I++) if ($I == N) print $1 }' "$LAB_HOST_ROOT/etc/hosts" 2>/dev/null)
                [ -n "$A" ] || exit 2
                for X in $A; do printf '%-15s STREAM %s\\n%-15s DGRAM  \\n%-15s RAW    \\n' "$X" "$2" "$X" "$X"; done
                exit 0 ;;
              *) echo "Unknown database: ${1:-}" >&2; exit 1 ;;
            esac
            case $2 in
              *[!0-9]*) grep "^$2:" "$LAB_HOST_ROOT/etc/$1" 2>/dev/null || exit 2 ;;
              *) grep "^[^:]*:[^:]*:$2:" "$LAB_HOST_ROOT/etc/$1" 2>/dev/null || exit 2 ;;
            esac
            """;
    private static final String ROOT_ONLY = """
            #!/bin/sh
            G="$LAB_HOST_ROOT/etc/group"
            U="$LAB_HOST_ROOT/etc/passwd"
            NAME=${0##*/}
            [ "${LAB_ROOT:-}" = 1 ] || { echo "$NAME: Permission denied." >&2; exit 1; }
            touch "$G" "$U"
            """;
    private static final String GROUPADD = ROOT_ONLY + """
            [ "${1:-}" = -g ] && [ $# = 3 ] || { echo "Usage: groupadd -g GID GROUP" >&2; exit 2; }
            ! grep -q "^$3:" "$G" || { echo "groupadd: group '$3' already exists" >&2; exit 9; }
            ! grep -q "^[^:]*:[^:]*:$2:" "$G" || { echo "groupadd: GID '$2' already exists" >&2; exit 4; }
            echo "$3:x:$2:" >>"$G"
            """;
    private static final String USERADD = ROOT_ONLY + """
            [ "${1:-} ${2:-} ${4:-}" = "-m -u -g" ] && [ $# = 6 ] || { echo "Usage: useradd -m -u UID -g GROUP USER" >&2; exit 2; }
            I=$(grep "^$5:" "$G" | cut -d: -f3)
            [ -n "$I" ] || { echo "useradd: group '$5' does not exist" >&2; exit 6; }
            ! grep -q "^$6:" "$U" || { echo "useradd: user '$6' already exists" >&2; exit 9; }
            ! grep -q "^[^:]*:[^:]*:$3:" "$U" || { echo "useradd: UID $3 is not unique" >&2; exit 4; }
            echo "$6:x:$3:$I::/home/$6:/bin/sh" >>"$U"
            """;
    private static final String USERMOD = ROOT_ONLY + """
            [ "${1:-} ${2:-}" = "-a -G" ] && [ $# = 4 ] || { echo "Usage: usermod -a -G GROUP USER" >&2; exit 2; }
            grep -q "^$3:" "$G" || { echo "usermod: group '$3' does not exist" >&2; exit 6; }
            grep -q "^$4:" "$U" || { echo "usermod: user '$4' does not exist" >&2; exit 6; }
            awk -F: -v OFS=: -v g="$3" -v u="$4" '$1 == g { $4 = $4 == "" ? u : $4 "," u } { print }' "$G" >"$G.new"
            mv "$G.new" "$G"
            """;
    private static final String GPASSWD = ROOT_ONLY + """
            [ "${1:-}" = -d ] && [ $# = 3 ] || { echo "Usage: gpasswd -d USER GROUP" >&2; exit 2; }
            grep "^$3:" "$G" | cut -d: -f4 | tr , '\\n' | grep -qx "$2" || { echo "gpasswd: user '$2' is not a member of '$3'" >&2; exit 3; }
            awk -F: -v OFS=: -v g="$3" -v u="$2" '$1 == g { n = split($4, m, ","); $4 = ""; for (i = 1; i <= n; i++) if (m[i] != u) $4 = $4 == "" ? m[i] : $4 "," m[i] } { print }' "$G" >"$G.new"
            mv "$G.new" "$G"
            """;
    private static final String USERDEL = ROOT_ONLY + """
            F="$LAB_HOST_ROOT/etc/FILE"
            grep -q "^$1:" "$F" 2>/dev/null || { echo "$NAME: '$1' does not exist" >&2; exit 6; }
            grep -v "^$1:" "$F" >"$F.new" || true
            mv "$F.new" "$F"
            # Who goes leaves all groups.
            [ "$NAME" != userdel ] || { sed "s/\\([:,]\\)$1,/\\1/; s/[,]$1\\$//; s/:$1\\$/:/" "$G" >"$G.new"; mv "$G.new" "$G"; }
            """;
    private static final String CHOWN = """
            #!/bin/sh
            U=${1%%:*}
            grep -q "^$U:" "$LAB_HOST_ROOT/etc/passwd" 2>/dev/null || { echo "chown: invalid user: '$1'" >&2; exit 1; }
            [ -e "$2" ] || { echo "chown: cannot access '$2': No such file or directory" >&2; exit 1; }
            O="$LAB_HOST_ROOT/etc/owners"
            if [ "${LAB_ROOT:-}" = 1 ] && [ "$U" = oracle ] && grep -q " $2\\$" "$O" 2>/dev/null; then
              grep -v " $2\\$" "$O" >"$O.new" || true
              mv "$O.new" "$O"
              /bin/chmod u+rwx "$2"
            fi
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
                /sys/kernel/mm/transparent_hugepage/enabled) A="$LAB_HOST_ROOT$A" ;;
                /proc/meminfo|/proc/cmdline|/proc/cpuinfo|/etc/os-release|/etc/oratab) [ -f "$LAB_HOST_ROOT$A" ] && A="$LAB_HOST_ROOT$A" ;;
              esac
              set -- "$@" "$A"
            done
            exec /bin/cat "$@"
            """;

    /** What the kernel is told by its files stays in the host's tree; it marks what was chosen as the kernel does. */
    private static final String TEE = """
            #!/bin/sh
            case ${1:-} in
              /sys/kernel/mm/transparent_hugepage/enabled)
                [ "${LAB_ROOT:-}" = 1 ] || { echo "tee: $1: Permission denied" >&2; exit 1; }
                read -r M
                case $M in always|madvise|never) ;; *) echo "tee: $1: Invalid argument" >&2; exit 1 ;; esac
                mkdir -p "$LAB_HOST_ROOT${1%/*}"
                echo "always madvise never" | sed "s/$M/[$M]/" >"$LAB_HOST_ROOT$1"
                echo "$M" ;;
              /sys/*|/proc/*|/dev/*) echo "tee: $1: not in this lab" >&2; exit 1 ;;
              *) exec /usr/bin/tee "$@" ;;
            esac
            """;

    private static final String RPM = """
            #!/bin/sh
            [ "$*" != --version ] || { echo "RPM version 4.16.1.3"; exit 0; }
            [ "${1:-}" = -q ] && [ $# = 2 ] || { echo "rpm: not played here: $*" >&2; exit 1; }
            grep -qx "$2" "$LAB_HOST_ROOT/etc/packages" 2>/dev/null || { echo "package $2 is not installed"; exit 1; }
            echo "$2-1.0-1.s390x"
            """;

    private static final String CHRONYC = """
            #!/bin/sh
            [ "$*" = "-n tracking" ] || { echo "chronyc: not played here: $*" >&2; exit 1; }
            grep -qx "chronyd enabled" "$LAB_HOST_ROOT/etc/units" 2>/dev/null || { echo "506 Cannot talk to daemon" >&2; exit 1; }
            echo "Reference ID    : C0000201 (192.0.2.1)"
            echo "Stratum         : 3"
            if [ -e "$LAB_HOST_ROOT/etc/chrony.alone" ]; then echo "Leap status     : Not synchronised"; else echo "Leap status     : Normal"; fi
            """;

    /** Unpacks quietly, over what is there; whose the files are is noted where a home of the lab lies in them. */
    private static final String UNZIP = """
            #!/usr/bin/env python3
            import os, sys, zipfile
            if len(sys.argv) != 6 or sys.argv[1:3] != ["-q", "-o"] or sys.argv[4] != "-d":
                sys.stderr.write("unzip: not played here: %s\\n" % sys.argv[1:])
                sys.exit(10)
            name, into = sys.argv[3], sys.argv[5]
            try:
                with zipfile.ZipFile(name) as z:
                    bad = z.testzip()
                    if bad:
                        sys.stderr.write("%s  bad CRC\\n" % bad)
                        sys.exit(2)
                    for one in z.infolist():
                        z.extract(one, into)
                        mode = one.external_attr >> 16
                        if mode and not one.is_dir():
                            os.chmod(os.path.join(into, one.filename), mode & 0o777)
            except (OSError, zipfile.BadZipFile) as e:
                sys.stderr.write("unzip:  cannot find or open %s: %s\\n" % (name, e))
                sys.exit(9)
            tree = os.environ["LAB_HOST_ROOT"]
            login = "root" if os.environ.get("LAB_ROOT") == "1" else os.environ.get("LAB_LOGIN", "oracle")
            if os.path.exists(os.path.join(into, "inventory/lab-image")):
                with open(os.path.join(into, "inventory/lab-owner"), "w") as f:
                    f.write(login + "\\n")
                os.makedirs(os.path.join(tree, "var/lab"), exist_ok=True)
                with open(os.path.join(tree, "var/lab/unpacked"), "a") as f:
                    f.write(into + "\\n")
            """;

    /** What Oracle wants on the distribution that targets of the lab run. */
    private static final List<String> PACKAGES = List.of(
            "glibc-devel",
            "ksh",
            "libaio",
            "libasan",
            "liblsan",
            "libX11",
            "libXau",
            "libXi",
            "libXrender",
            "libXtst",
            "libxcrypt-compat",
            "libgcc",
            "libibverbs",
            "libnsl",
            "librdmacm",
            "libstdc++",
            "libxcb",
            "libvirt-libs",
            "make",
            "policycoreutils",
            "policycoreutils-python-utils",
            "smartmontools",
            "sysstat");

    private static final String SUDO = """
            #!/bin/sh
            # Whom etc/sudoers names; where there is none, as on a source, the owner of Oracle's software.
            S="$LAB_HOST_ROOT/etc/sudoers"
            if [ -e "$S" ]; then
              MAY=
              while read -r L; do [ "$L" != "${LAB_LOGIN:-oracle}" ] || MAY=yes; done <"$S"
              [ -n "$MAY" ] || { echo "sudo: a password is required" >&2; exit 1; }
            else
              [ "${LAB_LOGIN:-oracle}" = oracle ] || { echo "sudo: a password is required" >&2; exit 1; }
            fi
            [ "${1:-}" = -n ] && shift
            if [ "${1:-}" = -u ]; then
              grep -q "^$2:" "$LAB_HOST_ROOT/etc/passwd" 2>/dev/null || { echo "sudo: unknown user $2" >&2; exit 1; }
              LAB_LOGIN=$2
              export LAB_LOGIN
              shift 2
              exec "$@"
            fi
            LAB_ROOT=1
            export LAB_ROOT
            O="$LAB_HOST_ROOT/etc/owners"
            [ -s "$O" ] || exec "$@"
            # These go into no directory of others.
            case $1 in true|sysctl|multipathd|multipath|chzdev|dasdfmt|fdasd|lsdasd|vmcp|journalctl|systemctl|pvs|vgs|lvs|blkid|wipefs) exec "$@" ;; esac
            # Directories of others are open while root works, and as their owners left them afterwards.
            every() {
              MODE=$1; shift
              while read -r R P; do set -- "$@" "$P"; done <"$O"
              /bin/chmod "$MODE" "$@" 2>/dev/null
            }
            shut() {
              [ $# = 1 ] || /bin/chmod "$@" 2>/dev/null
            }
            every u+rwx
            "$@"
            C=$?
            # The deepest first, and those together that are shut alike.
            sort -r -k 2 "$O" | {
              LAST=
              set --
              while read -r R P; do
                M=
                case $R in *r*) M=r ;; esac
                case $R in *w*) M=${M}w ;; esac
                case $R in *x*) M=${M}x ;; esac
                [ "$M" = "$LAST" ] || { shut "u=$LAST" "$@"; set --; LAST=$M; }
                set -- "$@" "$P"
              done
              shut "u=$LAST" "$@"
            }
            exit "$C"
            """;

    /** The lab's own user beneath is not that of the host. */
    private static final String ID = """
            #!/bin/sh
            case ${1:-} in
              -u) echo 54321 ;;
              -un) echo "${LAB_LOGIN:-oracle}" ;;
              -nG) L=$(grep "^$2:" "$LAB_HOST_ROOT/etc/passwd" 2>/dev/null) || { echo "id: '$2': no such user" >&2; exit 1; }
                   I=$(echo "$L" | cut -d: -f4)
                   awk -F: -v u="$2" -v i="$I" '$3 == i { first = $1; next } { n = split($4, m, ","); for (k = 1; k <= n; k++) if (m[k] == u) rest = rest " " $1 } END { print first rest }' "$LAB_HOST_ROOT/etc/group" ;;
              *) echo "id: the options $* are not played here" >&2; exit 1 ;;
            esac
            """;

    /** The login of servers that may use sudo; the owner of Oracle's software may not. */
    public static final String ADMINISTRATOR = "builder";

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

    /** A kernel that has so many huge pages of 1 MB from its boot on, set by whoever made the host. */
    public static void hugePages(Path kernel, long pages) throws IOException {
        List<String> kept = new ArrayList<>(lines(kernel));
        kept.removeIf(line -> line.startsWith(PAGES));
        kept.add(PAGES + pages);
        Files.write(kernel, kept);
    }

    /** As many huge pages of 1 MB as the memory of its partition allows; 0 before it was said. */
    public static int hugePagesLimit(Path kernel) {
        return lines(kernel).stream()
                .filter(line -> line.startsWith(LIMIT))
                .map(line -> Integer.parseInt(line.substring(LIMIT.length())))
                .findFirst()
                .orElse(0);
    }

    /**
     * Lets a server know what its partition gives it.
     *
     * @param root top of its tree
     * @param memoryMb memory, MB of 1,048,576 bytes
     */
    public static void powered(Path root, int memoryMb, int processors) {
        given(root, memoryMb, processors, "");
    }

    /**
     * A guest of z/VM as it is started.
     *
     * @param userid of the guest
     * @param cpus virtual CPUs
     * @param lpar name of the LPAR around it
     * @param lparCpus logical CPUs of that
     */
    public record Guest(String userid, int cpus, String lpar, int lparCpus) {}

    /**
     * Lets a server know what z/VM gives it.
     *
     * @param root top of its tree
     * @param memoryMb memory, MB of 1,048,576 bytes
     */
    public static void powered(Path root, int memoryMb, Guest guest) {
        given(
                root,
                memoryMb,
                guest.cpus(),
                "userid=" + guest.userid() + "\nlpar=" + guest.lpar() + "\nlpar_cpus=" + guest.lparCpus() + "\n");
    }

    /** What its partition offers a server that runs; its Linux uses it when it is told to. */
    public static void offered(Path root, int memoryMb, int processors) {
        try {
            Files.createDirectories(root.resolve("run"));
            Files.writeString(
                    root.resolve("run/offered"), "memory_mb=" + memoryMb + "\nprocessors=" + processors + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("What the partition of " + root + " offers cannot be written", e);
        }
    }

    /** A server that runs uses another size. */
    public static void resized(Path root, int memoryMb, int processors) {
        Path partition = root.resolve("run/partition");
        try {
            Files.writeString(
                    partition,
                    Files.readString(partition)
                            .replaceAll("(?m)^memory_mb=.*$", "memory_mb=" + memoryMb)
                            .replaceAll("(?m)^processors=.*$", "processors=" + processors));
        } catch (IOException e) {
            throw new UncheckedIOException("The size of " + root + " cannot be written", e);
        }
    }

    private static void given(Path root, int memoryMb, int processors, String more) {
        try {
            Files.createDirectories(root.resolve("run"));
            Files.deleteIfExists(root.resolve("run/offered"));
            Files.writeString(
                    root.resolve("run/partition"),
                    "memory_mb=" + memoryMb + "\nprocessors=" + processors + "\n" + more);
        } catch (IOException e) {
            throw new UncheckedIOException("What the partition of " + root + " gives cannot be written", e);
        }
    }

    /** Lets a server's programs know which instances run there. */
    public static void installInstances(io.gulliver.lab.oracle.LabOracle oracle, String host, Path root) {
        oracle.installProgram(host, root.resolve("bin"), StatePrograms.INSTANCES, (arguments, out) -> {
            oracle.inHugePages(host).forEach((sid, megabytes) -> out.accept(sid + " " + megabytes));
            return 0;
        });
    }

    /** Lets a server tell which program of an Oracle home runs. */
    public static void installFuser(io.gulliver.lab.oracle.LabOracle oracle, String host, Path root) {
        oracle.installProgram(host, root.resolve("bin"), "fuser", (arguments, out) -> {
            if (arguments.size() != 2
                    || !arguments.get(0).equals("-s")
                    || !arguments.get(1).matches("/.*/bin/(oracle|tnslsnr)")) {
                out.accept("fuser: not played here: " + arguments);
                return 1;
            }
            return oracle.runs(host, Path.of(arguments.get(1))) ? 0 : 1;
        });
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

    /**
     * The same for a server to be built: a golden image of Red Hat Enterprise Linux 9 with what Oracle wants of it, and the
     * storage programs of {@link GuestPrograms}. What it says of itself it says by {@link StatePrograms}.
     */
    public static SortedMap<String, String> target(int hugePagesLimit) {
        SortedMap<String, String> files = overlay(hugePagesLimit, "s390x");
        files.putAll(GuestPrograms.overlay());
        files.putAll(StatePrograms.overlay(hugePagesLimit));
        files.put("bin/rpm", RPM);
        files.put("bin/chronyc", CHRONYC);
        files.put("bin/unzip", LabPython.program(UNZIP));
        files.put("etc/os-release", "NAME=\"Red Hat Enterprise Linux\"\nID=\"rhel\"\nVERSION_ID=\"9.4\"\n");
        files.put("etc/packages", String.join("\n", PACKAGES) + "\n");
        files.put("etc/units", "chronyd disabled\nsysstat disabled\n");
        files.put("etc/sudoers", ADMINISTRATOR + "\n");
        files.put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        return files;
    }

    /** The programs as files for a host's tree; {@code hugePagesLimit} is what its memory allows, in pages of 1 MB. */
    public static SortedMap<String, String> overlay(int hugePagesLimit, String machine) {
        SortedMap<String, String> files = new TreeMap<>(Map.of(
                "bin/sysctl", SYSCTL,
                "bin/getent", GETENT,
                "bin/groupadd", GROUPADD,
                "bin/useradd", USERADD,
                "bin/userdel", USERDEL.replace("FILE", "passwd"),
                "bin/groupdel", USERDEL.replace("FILE", "group"),
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
        files.put("bin/tee", TEE);
        files.put("bin/usermod", USERMOD);
        files.put("bin/gpasswd", GPASSWD);
        return files;
    }
}
