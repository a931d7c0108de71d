package io.gulliver.lab.estate;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Programs by which a lab server tells its own state: processors, memory, processes, the kernel's files and log, FCP devices,
 * network cards, settings of logind. They answer from what was done on that server and to its partition, never from this
 * machine, and refuse what they do not know.
 *
 * <p>Of the host's tree they read {@code run/partition} (what its partition gives: {@code memory_mb=} and {@code
 * processors=}; of a guest of z/VM also {@code userid=}, {@code lpar=} and {@code lpar_cpus=}), {@code etc/kernel}, {@code etc/interfaces}, {@code var/lab/paths} and {@code path-faults} as {@link
 * GuestPrograms} has them, and the instances that run there. A file in the tree at the place of a kernel's file ({@code
 * proc/…}, {@code sys/…}, and {@code var/log/kernel} for its log) stands in for what would be answered.
 */
final class StatePrograms {
    /** How it is asked what runs here: SID, a blank, MB of its SGA that lie in huge pages; one instance a line. */
    static final String INSTANCES = "lab-instances";

    /** Memory in MB and processors, as its partition has them; without a word of them by what its huge pages may take. */
    private static final String MACHINE = """
            #!/bin/sh
            R="$LAB_HOST_ROOT"
            MB= CPUS= USERID= LPAR= LPAR_CPUS= OFFERED= OFFERED_MB=
            { while IFS='=' read -r K V; do
              case $K in memory_mb) MB=$V ;; processors) CPUS=$V ;; userid) USERID=$V ;; lpar) LPAR=$V ;; lpar_cpus) LPAR_CPUS=$V ;; esac
            done <"$R/run/partition"; } 2>/dev/null
            [ -n "$MB" ] || while IFS='=' read -r K V; do
              case $K in lab.hugepages.limit) MB=$(((V * 10 + 8) / 9)) ;; esac
            done <"$R/etc/kernel"
            CPUS=${CPUS:-2}
            { while IFS='=' read -r K V; do
              case $K in processors) OFFERED=$V ;; memory_mb) OFFERED_MB=$V ;; esac
            done <"$R/run/offered"; } 2>/dev/null
            OFFERED=${OFFERED:-$CPUS}
            OFFERED_MB=${OFFERED_MB:-$MB}
            NAME=${0##*/}
            refuse() { echo "$NAME: not played here: $*" >&2; exit 1; }
            """;

    private static final String CAT = """
            #!/bin/sh
            # As it is nearly always called: a file that is no word of the kernel or of the system.
            case "$#:${1:-}" in
              1:/proc/*|1:/sys/*|1:/etc/*) ;;
              1:?*|0:*) exec /bin/cat "$@" ;;
            esac
            """ + MACHINE + """
            said() {
              case $1 in
                /proc/meminfo)
                  PAGES=$(sed -n 's/^vm.nr_hugepages=//p' "$R/etc/kernel")
                  awk -v mb="$MB" -v pages="${PAGES:-0}" -v taken="$("$R/bin/lab-instances" 2>/dev/null | awk '{ n += $2 } END { print n + 0 }')" 'BEGIN {
                    # What the kernel keeps for itself, its pages of memory above all.
                    total = int(mb * 1024 * 0.983); cached = 400 * 1024; free = total - pages * 1024 - cached - 300 * 1024
                    if (free < 65536) free = 65536
                    printf "MemTotal:       %d kB\\nMemFree:        %d kB\\nMemAvailable:   %d kB\\nCached:         %d kB\\n", total, free, free + cached, cached
                    printf "SwapTotal:      8388604 kB\\nSwapFree:       8388604 kB\\nPageTables:     18432 kB\\n"
                    printf "HugePages_Total:   %d\\nHugePages_Free:    %d\\nHugePages_Rsvd:        0\\nHugepagesize:       1024 kB\\n", pages, pages - taken
                  }' ;;
                /proc/cpuinfo)
                  echo "vendor_id       : IBM/S390"
                  echo "# processors    : $CPUS"
                  echo "features	: esan3 zarch stfle msa ldisp eimm dfp edat etf3eh highgprs te vx vxd vxe gs vxe2 vxp sort dflt" ;;
                /proc/cmdline) echo "root=/dev/mapper/rhel-root rd.zfcp=0.0.1900 crashkernel=auto BOOT_IMAGE=0" ;;
                /proc/stat) echo "cpu  482113 204 90122 9120443 2201 3120 2870 18822 0 0" ;;
                /proc/sysinfo)
                  echo "Manufacturer:         IBM"
                  echo "Type:                 3932"
                  [ -n "$USERID" ] || { LPAR=$(hostname); LPAR_CPUS=$CPUS; }
                  echo "LPAR Name:            $LPAR"
                  echo "LPAR Characteristics: Shared"
                  echo "LPAR CPUs Total:      $LPAR_CPUS"
                  if [ -n "$USERID" ]; then
                    printf 'VM00 Name:            %-8s\\n' "$USERID"
                    echo "VM00 Control Program: z/VM    7.3.0   "
                    echo "VM00 CPUs Total:      $CPUS"
                  fi ;;
                /proc/sys/s390/topology) echo 1 ;;
                /sys/block/*/queue/scheduler)
                  D=${1#/sys/block/}
                  case $D in dm-*) echo "[none] mq-deadline kyber bfq" ;; *) echo "none [mq-deadline] kyber bfq" ;; esac ;;
                /sys/class/net/*/mtu)
                  C=${1#/sys/class/net/}; C=${C%/mtu}
                  grep -qx "$C" "$R/etc/interfaces" || exit 1
                  case $C in lo) echo 65536 ;; *) echo 1500 ;; esac ;;
                /sys/class/net/*/rps_cpus) echo 0 ;;
                *) return 1 ;;
              esac
            }
            case ${1:-} in
              /proc/sys/kernel/*|/proc/[0-9]*|/proc/self/*) ;;
              /proc/*|/sys/*)
                if [ $# = 1 ] && [ ! -f "$R$1" ]; then
                  said "$1" || { echo "cat: $1: No such file or directory" >&2; exit 1; }
                  exit 0
                fi ;;
            esac
            N=$#
            while [ "$N" -gt 0 ]; do
              A=$1; shift; N=$((N-1))
              case $A in
                /proc/sys/kernel/*|/proc/[0-9]*|/proc/self/*) ;;
                /proc/*|/sys/*|/etc/*) A="$R$A" ;;
              esac
              set -- "$@" "$A"
            done
            exec /bin/cat "$@"
            """;

    /** What the kernel shows of devices and cards; everything else is as this machine has it. */
    private static final String LS = MACHINE + """
            case "$#:${1:-}" in
              1:/sys/block)
                cut -d'|' -f3 "$R/var/lab/paths"
                cut -d'|' -f1 "$R/var/lab/paths" | sort -u | awk '{ print "dm-" NR - 1 }' ;;
              1:/sys/class/block)
                cut -d'|' -f3 "$R/var/lab/paths"
                [ ! -d "$R$1" ] || /bin/ls "$R$1" ;;
              1:/sys/class/net) grep -vx -e all -e default "$R/etc/interfaces" ;;
              1:/sys/class/net/*/device) [ "$1" != /sys/class/net/lo/device ] || refuse "$1" ;;
              1:/sys/class/net/*/queues) echo rx-0; echo tx-0 ;;
              1:/sys/*|1:/proc/*) refuse "$1" ;;
              *) exec /bin/ls "$@" ;;
            esac
            """;

    private static final String NPROC = MACHINE + """
            case $* in ''|--all) echo "$CPUS" ;; *) refuse "$*" ;; esac
            """;

    private static final String LSCPU = MACHINE + """
            case $* in
              '')
                echo "Architecture:            s390x"
                echo "Byte Order:              Big Endian"
                echo "CPU(s):                  $CPUS"
                echo "On-line CPU(s) list:     0-$((CPUS - 1))"
                echo "Vendor ID:               IBM/S390"
                echo "Machine type:            3932"
                echo "Thread(s) per core:      1"
                echo "Core(s) per socket:      $CPUS"
                echo "Socket(s):               1"
                echo "Dispatching mode:        horizontal" ;;
              -e=CPU,ONLINE)
                echo "CPU ONLINE"
                awk -v n="$CPUS" -v all="$OFFERED" 'BEGIN { for (i = 0; i < n || i < all; i++) printf "%3d %6s\\n", i, i < n ? "yes" : "no" }' ;;
              -e=CPU,ONLINE,POLARIZATION)
                echo "CPU ONLINE POLARIZATION"
                awk -v n="$CPUS" 'BEGIN { for (i = 0; i < n; i++) printf "%3d    yes horizontal\\n", i }' ;;
              *) refuse "$*" ;;
            esac
            """;

    /** Puts processors online one after another, from those that the partition offers; the last goes first. */
    private static final String CHCPU = MACHINE + """
            [ "${LAB_ROOT:-}" = 1 ] || { echo "chcpu: Permission denied" >&2; exit 1; }
            set_to() { sed -i "s/^processors=.*/processors=$1/" "$R/run/partition"; }
            case "${1:-}:$#" in
              -r:1) echo "Triggered rescan of CPUs" ;;
              -e:2)
                [ "$2" -lt "$OFFERED" ] || { echo "chcpu: CPU $2 does not exist" >&2; exit 1; }
                [ "$2" = "$CPUS" ] || { echo "chcpu: CPU $2 is not the next one of this lab" >&2; exit 1; }
                set_to "$((CPUS + 1))"; echo "CPU $2 enabled" ;;
              -d:2)
                [ "$2" = "$((CPUS - 1))" ] && [ "$CPUS" -gt 1 ] || { echo "chcpu: CPU $2 disable failed" >&2; exit 1; }
                set_to "$((CPUS - 1))"; echo "CPU $2 disabled" ;;
              *) refuse "$*" ;;
            esac
            """;

    private static final String LSMEM = MACHINE + """
            [ "$*" = "-b --summary=only" ] || refuse "$*"
            M=$((OFFERED_MB - MB)); [ "$M" -ge 0 ] || M=0
            echo "Memory block size:     268435456"
            echo "Total online memory: $((MB * 1048576))"
            echo "Total offline memory: $((M * 1048576))"
            """;

    private static final String CHMEM = MACHINE + """
            [ "${LAB_ROOT:-}" = 1 ] || { echo "chmem: Permission denied" >&2; exit 1; }
            [ "${1:-}" = -e ] && [ $# = 2 ] || refuse "$*"
            M=${2%m}
            [ "$M" != "$2" ] && [ "$((M % 256))" = 0 ] || { echo "chmem: Invalid parameter: $2" >&2; exit 1; }
            [ "$((MB + M))" -le "$OFFERED_MB" ] || { echo "chmem: Could only enable $((OFFERED_MB - MB)) MiB of memory" >&2; exit 1; }
            sed -i "s/^memory_mb=.*/memory_mb=$((MB + M))/" "$R/run/partition"
            """;

    private static final String PS = """
            #!/bin/sh
            [ "$*" = "-eo class,args" ] || exec /usr/bin/ps "$@"
            echo "CLS COMMAND"
            echo "TS  /usr/lib/systemd/systemd --switched-root --system"
            echo "FF  [migration/0]"
            "$LAB_HOST_ROOT/bin/lab-instances" | while read -r SID PAGES; do
              echo "TS  ora_pmon_$SID"
              echo "RR  ora_vktm_$SID"
              echo "TS  ora_dbw0_$SID"
              echo "TS  ora_lgwr_$SID"
            done
            """;

    /** Whoever may not read the kernel's log is shown an empty one. A path that is bad leaves its errors there. */
    private static final String JOURNALCTL = MACHINE + """
            case $* in "-k -b -q"|"-k -q --since -24h") ;; *) refuse "$*" ;; esac
            [ "${LAB_ROOT:-}" = 1 ] || exit 0
            if [ -f "$R/var/log/kernel" ]; then
              /bin/cat "$R/var/log/kernel"
            else
              echo "Nov 02 06:00:01 $(hostname) kernel: Linux version 5.14.0-427.13.1.el9_4.s390x (gcc 11.4.1)"
              case $USERID in '') AS=natively ;; *) AS="as a z/VM guest operating system" ;; esac
              echo "Nov 02 06:00:01 $(hostname) kernel: setup: Linux is running $AS in 64-bit mode"
            fi
            [ -s "$R/var/lab/path-faults" ] || exit 0
            while IFS='|' read -r W HCTL DEV HOST ARRAY SIZE; do
              S=$(grep -m 1 -F -e "$HCTL " -e "$HOST " -e "$ARRAY " "$R/var/lab/path-faults")
              case ${S#* } in
                failed|unreadable) echo "Nov 02 06:10:00 $(hostname) kernel: I/O error, dev $DEV, sector 0 op 0x0:(READ) flags 0x4200 phys_seg 1 prio class 2" ;;
              esac
            done <"$R/var/lab/paths"
            """;

    private static final String LSZFCP = MACHINE + """
            [ -f "$R/var/lab/paths" ] || exit 0
            case $* in
              -D) awk -F'|' '{ split($2, a, ":"); printf "0.0.19%02x/%s/0x%04x000000000000 %s\\n", a[1], $5, a[4], $2 }' "$R/var/lab/paths" ;;
              "-H -a")
                # Of ports that the fabric knows; the firmware gives each port of a partition a WWPN of its own.
                cut -d'|' -f2,4 "$R/var/lab/paths" | sed 's/^\\([0-9]*\\):[^|]*|/\\1 /' | sort -u | while read -r N PORT; do
                  printf '0.0.19%02x host%d\\n    port_name           = "%s"\\n    port_type           = "NPIV VPORT"\\n' "$N" "$N" "$PORT"
                done ;;
              *) refuse "$*" ;;
            esac
            """;

    private static final String LSQETH = MACHINE + """
            [ "$*" = -p ] || refuse "$*"
            echo "devices                    CHPID interface        cardtype       port chksum prio-q'ing rtr4 rtr6 lay'2 cnt"
            echo "-------------------------- ----- ---------------- -------------- ---- ------ ---------- ---- ---- ----- -----"
            echo "0.0.1000/0.0.1001/0.0.1002 xE0   enc1000          OSD_10GIG      0    sw     always_q_2 n/a  n/a  1     64"
            """;

    /** The limit of the soft memory lock as PAM gives it to a new session of that user. */
    private static final String SU = MACHINE + """
            [ "${LAB_ROOT:-}" = 1 ] || { echo "su: Authentication failure" >&2; exit 1; }
            [ "$#:$1:$3:$4" = "4:-:-c:ulimit -l" ] || refuse "$*"
            grep -q "^$2:" "$R/etc/passwd" 2>/dev/null || { echo "su: user $2 does not exist" >&2; exit 1; }
            L=$(/bin/cat "$R"/etc/security/limits.d/*.conf 2>/dev/null | awk -v u="$2" '$1 == u && $2 == "soft" && $3 == "memlock" { print $4 }' | tail -n 1)
            echo "${L:-64}"
            """;

    private static final String SYSTEMD_ANALYZE = MACHINE + """
            [ "$*" = "cat-config systemd/logind.conf" ] || refuse "$*"
            echo "# /etc/systemd/logind.conf"
            [ ! -f "$R/etc/systemd/logind.conf" ] || /bin/cat "$R/etc/systemd/logind.conf"
            for F in "$R"/etc/systemd/logind.conf.d/*.conf; do
              [ ! -f "$F" ] || { echo; echo "# /etc/systemd/logind.conf.d/${F##*/}"; /bin/cat "$F"; }
            done
            """;

    private static final String TIMEDATECTL = MACHINE + """
            [ "$*" = "show -p NTPSynchronized --value" ] || refuse "$*"
            if grep -qx "chronyd enabled" "$R/etc/units" 2>/dev/null && [ ! -e "$R/etc/chrony.alone" ]; then echo yes; else echo no; fi
            """;

    /** Settings of the kernel as Red Hat Enterprise Linux 9 starts with them. */
    private static final String KERNEL = """
            vm.swappiness=60
            fs.file-max=9223372036854775807
            fs.aio-max-nr=65536
            fs.aio-nr=0
            kernel.sem=32000 1024000000 500 32000
            kernel.shmmni=4096
            kernel.shmall=18446744073692774399
            kernel.shmmax=18446744073692774399
            kernel.panic_on_oops=1
            net.core.rmem_default=212992
            net.core.rmem_max=212992
            net.core.wmem_default=212992
            net.core.wmem_max=212992
            net.core.netdev_max_backlog=1000
            net.core.somaxconn=4096
            net.ipv4.tcp_max_syn_backlog=2048
            net.ipv4.ip_local_port_range=32768 60999
            net.ipv4.conf.enc1000.rp_filter=1
            net.ipv4.conf.enc1100.rp_filter=1
            """;

    private StatePrograms() {}

    /** The programs, and what the image brings, as files for a server's tree. */
    static SortedMap<String, String> overlay(int hugePagesLimit) {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("bin/cat", CAT);
        files.put("bin/ls", LS);
        files.put("bin/nproc", NPROC);
        files.put("bin/lscpu", LSCPU);
        files.put("bin/chcpu", CHCPU);
        files.put("bin/lsmem", LSMEM);
        files.put("bin/chmem", CHMEM);
        files.put("bin/ps", PS);
        files.put("bin/journalctl", JOURNALCTL);
        files.put("bin/lszfcp", LSZFCP);
        files.put("bin/lsqeth", LSQETH);
        files.put("bin/su", SU);
        files.put("bin/systemd-analyze", SYSTEMD_ANALYZE);
        files.put("bin/timedatectl", TIMEDATECTL);
        files.put("etc/kernel", "lab.hugepages.limit=" + hugePagesLimit + "\n" + KERNEL);
        return files;
    }
}
