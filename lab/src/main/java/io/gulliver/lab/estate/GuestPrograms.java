package io.gulliver.lab.estate;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Storage programs of a lab server: multipath, LVM, xfs and mounts over the LUNs that its partition sees. They refuse what
 * they do not know, and whoever is not root.
 *
 * <p>Below {@code var/lab} of the host's tree lie {@code paths} (what the fabric showed at boot: {@code
 * wwid|hctl|device|host port|array port|GiB}, one a line), {@code path-faults} (a test's: {@code HCTL-or-WWPN failed|unreadable|slow}, one a line), {@code signatures/WWID} (what a volume carries: type and
 * UUID), {@code lvm/GROUP}, {@code fs/GROUP-VOLUME}, {@code mounts} and {@code content/UUID} (files of what is not mounted).
 */
public final class GuestPrograms {
    private static final String ROOT = """
            #!/bin/sh
            V="$LAB_HOST_ROOT/var/lab"
            for F in signatures lvm fs content; do [ -d "$V/$F" ] || mkdir -p "$V/$F"; done
            for F in paths path-faults mounts; do [ -e "$V/$F" ] || : >"$V/$F"; done
            NAME=${0##*/}
            refuse() { echo "  $NAME: $1" >&2; exit "${2:-5}"; }
            [ "${LAB_ROOT:-}" = 1 ] || refuse "must be run as root" 1
            # Where a block device's signature stands: of a volume by WWID, of a logical volume by its names.
            place() {
              case $1 in
                /dev/disk/by-id/dm-uuid-mpath-*) W=${1#/dev/disk/by-id/dm-uuid-mpath-}
                  grep -q "^$W|" "$V/paths" || refuse "$1: No such file or directory" 5
                  P="$V/signatures/$W" ;;
                /dev/disk/by-path/ccw-*-part1) W=${1#/dev/disk/by-path/}; I=${W#ccw-}; I=${I%-part1}
                  { grep -qx "$I" "$V/dasd-online" && [ -e "$V/dasd.d/$I/part" ]; } 2>/dev/null || refuse "$1: No such file or directory" 5
                  P="$V/signatures/$W" ;;
                /dev/*/*) G=${1#/dev/}; L=${G#*/}; G=${G%%/*}
                  grep -q "^lv $L " "$V/lvm/$G" 2>/dev/null || refuse "$1: No such file or directory" 5
                  P="$V/fs/$G-$L" ;;
                *) refuse "$1: no device of this lab" 5 ;;
              esac
            }
            """;

    private static final String MULTIPATHD = ROOT + """
            conf() { cat "$LAB_HOST_ROOT"/etc/multipath/conf.d/*.conf 2>/dev/null || true; }
            state() {
              S=
              [ ! -s "$V/path-faults" ] || { S=$(grep -m 1 -F -e "$1 " -e "$2 " -e "$3 " "$V/path-faults") || true; S=${S#* }; }
            }
            case "$*" in
              reconfigure) conf >"$V/multipath.conf"; echo ok ;;
              "show config local")
                printf 'defaults {\n\tpath_selector "service-time 0"\n\trr_min_io_rq 1\n}\n'
                cat "$V/multipath.conf" 2>/dev/null || true ;;
              "show maps raw format %w|%n")
                cut -d'|' -f1 "$V/paths" | sort -u | while read -r W; do
                  A=$(awk -v w="$W" '$1 == "wwid" { seen = $2 } $1 == "alias" && seen == w { print $2 }' "$V/multipath.conf" 2>/dev/null || true)
                  echo "$W|${A:-$W}"
                done ;;
              "show paths raw format %w|%i|%d|%t|%o|%R|%r|%T")
                while IFS='|' read -r W HCTL DEV HOST ARRAY SIZE; do
                  state "$HCTL" "$HOST" "$ARRAY"
                  case $S in
                    failed) echo "$W|$HCTL|$DEV|failed|offline|$HOST|$ARRAY|faulty" ;;
                    *) echo "$W|$HCTL|$DEV|active|running|$HOST|$ARRAY|ready" ;;
                  esac
                done <"$V/paths" ;;
              *) echo "fail: not played here: $*" >&2; exit 1 ;;
            esac
            """;

    private static final String DD = """
            #!/bin/sh
            """ + DasdPrograms.TRACK + """
            case "$*" in
              *if=/dev/sd*) ;;
              *if=/dev/[!z]*|*of=/dev/[!n]*) echo "dd: not in this lab: $*" >&2; exit 1 ;;
              *) exec /bin/dd "$@" ;;
            esac
            V="$LAB_HOST_ROOT/var/lab"
            [ "${LAB_ROOT:-}" = 1 ] || { echo "dd: failed to open '${1#if=}': Permission denied" >&2; exit 1; }
            case "$2 $3 $5" in "of=/dev/null bs=1M iflag=direct") ;; *) echo "dd: unrecognized operand in $*" >&2; exit 1 ;; esac
            D=${1#if=/dev/}; N=${4#count=}
            L=$(grep "^[^|]*|[^|]*|$D|" "$V/paths") || { echo "dd: failed to open '/dev/$D': No such file or directory" >&2; exit 1; }
            IFS='|' read -r W HCTL DEV HOST ARRAY SIZE <<END
            $L
            END
            S=$(grep -F -e "$HCTL " -e "$HOST " -e "$ARRAY " "$V/path-faults" 2>/dev/null | head -n 1)
            RATE=1200
            case ${S#* } in
              failed|unreadable) echo "dd: error reading '/dev/$D': Input/output error" >&2; exit 1 ;;
              slow) RATE=20 ;;
            esac
            echo "$N+0 records in" >&2
            echo "$N+0 records out" >&2
            awk -v n="$N" -v r="$RATE" 'BEGIN { printf "%d bytes (%d MB, %d MiB) copied, %.6f s, %d MB/s\\n", n * 1048576, n * 1.048576, n, n * 1.048576 / r, r }' >&2
            """;

    private static final String WIPEFS = ROOT + """
            if [ "${1:-}" = -a ] && [ $# = 2 ]; then
              place "$2"
              ! grep -q "^$2 " "$V/mounts" || refuse "error: $2: probing initialization failed: Device or resource busy" 1
              U=$(sed 's/^[^ ]* //' "$P" 2>/dev/null || true)
              [ -z "$U" ] || rm -rf "$V/content/$U"
              rm -f "$P"
              exit 0
            fi
            [ "${1:-} ${2:-} ${3:-} ${4:-}" = "-n -i -O TYPE" ] && [ $# = 5 ] || refuse "not played here: $*" 1
            place "$5"
            [ ! -s "$P" ] || sed 's/ .*//' "$P"
            """;

    private static final String BLKID = ROOT + """
            [ "${1:-} ${2:-} ${3:-} ${4:-} ${5:-}" = "-p -s UUID -o value" ] && [ $# = 6 ] || refuse "not played here: $*" 4
            place "$6"
            [ -s "$P" ] || exit 2
            sed 's/^[^ ]* //' "$P"
            """;

    private static final String PVCREATE = ROOT + """
            [ $# = 1 ] || refuse "not played here: $*" 3
            place "$1"
            # It asks before it wipes anything, and nobody is there to answer.
            [ ! -s "$P" ] || refuse "WARNING: $(sed 's/ .*//' "$P") signature detected on $1. Wipe it? [y/n]: [n] Aborted wiping" 5
            echo "LVM2_member $(cat /proc/sys/kernel/random/uuid)" >"$P"
            echo "  Physical volume \\"$1\\" successfully created."
            """;

    private static final String PVREMOVE = ROOT + """
            [ $# = 1 ] || refuse "not played here: $*" 3
            place "$1"
            grep -q '^LVM2_member ' "$P" 2>/dev/null || refuse "No PV found on device $1."
            ! grep -lx "pv ${P##*/}" "$V"/lvm/* >/dev/null 2>&1 || refuse "PV $1 is used by a VG so please use vgreduce first."
            rm "$P"
            echo "  Labels on physical volume \\"$1\\" successfully wiped."
            """;

    private static final String PVS = ROOT + """
            [ "${1:-} ${2:-} ${3:-}" = "--noheadings -o vg_name" ] && [ $# = 4 ] || refuse "not played here: $*" 3
            place "$4"
            grep -q '^LVM2_member ' "$P" 2>/dev/null || refuse "Failed to find physical volume \\"$4\\"."
            G=$(grep -lx "pv ${P##*/}" "$V"/lvm/* 2>/dev/null || true)
            echo "  ${G##*/}"
            """;

    private static final String VGCREATE = ROOT + """
            [ "${1:-}" = --addtag ] && [ $# -ge 4 ] || refuse "not played here: $*" 3
            case $2 in *[!A-Za-z0-9_+./=\\!:\\&#-]*) refuse "Invalid tag $2" 3 ;; esac
            T=$2; G=$3; shift 3
            [ ! -e "$V/lvm/$G" ] || refuse "/dev/$G: already exists in filesystem"
            for D in "$@"; do
              place "$D"
              grep -q '^LVM2_member ' "$P" 2>/dev/null || refuse "Device $D is not a physical volume."
              ! grep -lx "pv ${P##*/}" "$V"/lvm/* >/dev/null 2>&1 || refuse "Physical volume '$D' is already in a volume group"
            done
            echo "tag $T" >"$V/lvm/$G"
            for D in "$@"; do place "$D"; echo "pv ${P##*/}" >>"$V/lvm/$G"; done
            echo "  Volume group \\"$G\\" successfully created"
            """;

    private static final String VGS = ROOT + """
            case "${1:-} ${2:-} ${3:-}" in "--noheadings -o vg_name"|"--noheadings -o vg_tags") ;; *) refuse "not played here: $*" 3 ;; esac
            [ $# = 4 ] || refuse "not played here: $*" 3
            [ -e "$V/lvm/$4" ] || refuse "Volume group \\"$4\\" not found"
            case $3 in vg_name) echo "  $4" ;; *) sed -n 's/^tag /  /p' "$V/lvm/$4" ;; esac
            """;

    private static final String VGREMOVE = ROOT + """
            [ $# = 1 ] || refuse "not played here: $*" 3
            [ -e "$V/lvm/$1" ] || refuse "Volume group \\"$1\\" not found"
            ! grep -q '^lv ' "$V/lvm/$1" || refuse "Do you really want to remove volume group \\"$1\\" containing 1 logical volumes? [y/n]: [n]"
            rm "$V/lvm/$1"
            echo "  Volume group \\"$1\\" successfully removed"
            """;

    private static final String LVCREATE = ROOT + """
            [ "${1:-}" = -n ] || refuse "not played here: $*" 3
            L=$2; shift 2; I=1; K=-
            if [ "${1:-}" = -i ]; then
              [ "$3" = -I ] || refuse "not played here: $*" 3
              I=$2; K=${4%k}; shift 4
              case $K in 4|8|16|32|64|128|256|512|1024|2048|4096) ;; *) refuse "Invalid stripe size $K" 3 ;; esac
            fi
            [ "${1:-} ${2:-}" = "-l 100%FREE" ] && [ $# = 3 ] || refuse "not played here: $*" 3
            G=$3
            [ -e "$V/lvm/$G" ] || refuse "Volume group \\"$G\\" not found"
            ! grep -q "^lv $L " "$V/lvm/$G" || refuse "Logical Volume \\"$L\\" already exists in volume group \\"$G\\""
            [ "$I" -le "$(grep -c '^pv ' "$V/lvm/$G")" ] || refuse "Number of stripes ($I) must not exceed number of physical volumes"
            # What was at this place before is found, and nobody is there to say that it may go.
            [ ! -s "$V/fs/$G-$L" ] || refuse "WARNING: $(sed 's/ .*//' "$V/fs/$G-$L") signature detected on /dev/$G/$L at offset 0. Wipe it? [y/n]: [n] Aborted wiping. Failed to wipe signatures on logical volume $G/$L."
            echo "lv $L $I $K" >>"$V/lvm/$G"
            echo "  Logical volume \\"$L\\" created."
            """;

    private static final String LVS = ROOT + """
            [ "${1:-} ${2:-} ${3:-}" = "--noheadings -o lv_name" ] && [ $# = 4 ] || refuse "not played here: $*" 3
            G=${4%%/*}
            [ -e "$V/lvm/$G" ] || refuse "Volume group \\"$G\\" not found"
            case $4 in
              */*) grep -q "^lv ${4#*/} " "$V/lvm/$G" || refuse "Failed to find logical volume \\"$4\\""; echo "  ${4#*/}" ;;
              *) sed -n 's/^lv \\([^ ]*\\) .*/  \\1/p' "$V/lvm/$G" ;;
            esac
            """;

    private static final String LVREMOVE = ROOT + """
            [ "${1:-}" = -y ] && [ $# = 2 ] || refuse "not played here: $*" 3
            place "/dev/$2"
            ! grep -q "^/dev/$2 " "$V/mounts" || refuse "Logical volume $2 contains a filesystem in use."
            grep -v "^lv ${2#*/} " "$V/lvm/${2%%/*}" >"$V/lvm.new" || true
            mv "$V/lvm.new" "$V/lvm/${2%%/*}"
            echo "  Logical volume \\"${2#*/}\\" successfully removed."
            """;

    private static final String MKFS = ROOT + """
            [ "${1:-}" = -q ] && [ $# = 2 ] || refuse "not played here: $*" 1
            place "$2"
            [ ! -s "$P" ] || refuse "$2 appears to contain an existing filesystem ($(sed 's/ .*//' "$P")). Use the -f option to force overwrite." 1
            U=$(cat /proc/sys/kernel/random/uuid)
            mkdir "$V/content/$U"
            echo "xfs $U" >"$P"
            """;

    /** What lies below a mount point is not seen while something is mounted there, and the other way round. */
    private static final String MOUNT = ROOT + """
            [ $# = 1 ] || refuse "not played here: $*" 1
            L=$(awk -v at="$1" '$2 == at { print $1 }' "$LAB_HOST_ROOT/etc/fstab" 2>/dev/null)
            [ -n "$L" ] || refuse "$1: can't find in /etc/fstab." 32
            [ -d "$1" ] || refuse "$1: mount point does not exist." 32
            ! grep -q " $1 " "$V/mounts" || refuse "$1: already mounted" 32
            U=${L#UUID=}
            F=$(grep -l " $U\\$" "$V"/fs/* 2>/dev/null || true)
            [ -n "$F" ] || refuse "$1: can't find UUID=$U." 32
            F=${F##*/}
            find "$V/content/$U" -mindepth 1 -maxdepth 1 -exec mv {} "$1/" \\;
            R=$(grep " $1\\$" "$LAB_HOST_ROOT/etc/owners" 2>/dev/null || true)
            echo "/dev/${F%%-*}/${F#*-} $1 $U ${R%% *}" >>"$V/mounts"
            """;

    private static final String UMOUNT = ROOT + """
            [ $# = 1 ] || refuse "not played here: $*" 1
            L=$(grep " $1 " "$V/mounts") || refuse "$1: not mounted." 32
            ! readlink /proc/[0-9]*/cwd 2>/dev/null | awk -v at="$1/" 'index($0 "/", at) == 1 { found = 1 } END { exit !found }' \\
              || refuse "$1: target is busy." 32
            # shellcheck disable=SC2086
            set -- $L
            find "$2" -mindepth 1 -maxdepth 1 -exec mv {} "$V/content/$3/" \\;
            grep -v " $2 " "$V/mounts" >"$V/mounts.new" || true
            mv "$V/mounts.new" "$V/mounts"
            [ -z "${4:-}" ] || echo "$4 $2" >>"$LAB_HOST_ROOT/etc/owners"
            """;

    private static final String FINDMNT = """
            #!/bin/sh
            [ "${1:-} ${2:-} ${3:-} ${4:-}" = "-n -o UUID -M" ] && [ $# = 5 ] || { echo "findmnt: not played here: $*" >&2; exit 1; }
            awk -v at="$5" '$2 == at { print $3; found = 1 } END { exit !found }' "$LAB_HOST_ROOT/var/lab/mounts" 2>/dev/null
            """;

    /** What its rules make of the multipath devices stands in {@code devices}: name, WWID, owner, group, mode. */
    private static final String UDEVADM = """
            #!/bin/sh
            V="$LAB_HOST_ROOT/var/lab"
            [ "$*" = settle ] || [ "${LAB_ROOT:-}" = 1 ] || { echo "udevadm: Permission denied" >&2; exit 1; }
            case "$*" in
              settle) ;;
              "control --reload-rules") cat "$LAB_HOST_ROOT"/etc/udev/rules.d/*.rules 2>/dev/null >"$V/rules" || true ;;
              "trigger --subsystem-match=block --action=change")
                sed -n 's/^ACTION=="add|change", ENV{DM_UUID}=="mpath-\\([0-9a-f]*\\)", SYMLINK+="oracleasm\\/\\([^"]*\\)", OWNER="\\([^"]*\\)", GROUP="\\([^"]*\\)", MODE="\\([0-7]*\\)"$/\\2 \\1 \\3 \\4 \\5/p; s/^ACTION=="add|change", KERNEL=="dasd\\*\\[a-z\\]1", ENV{ID_PATH}=="\\(ccw-0[.]0[.][0-9a-f]*\\)", SYMLINK+="oracleasm\\/\\([^"]*\\)", OWNER="\\([^"]*\\)", GROUP="\\([^"]*\\)", MODE="\\([0-7]*\\)"$/\\2 \\1-part1 \\3 \\4 \\5/p' "$V/rules" | while read -r N W REST; do
                  I=${W#ccw-}; I=${I%-part1}
                  ! { grep -q "^$W|" "$V/paths" || [ -e "$V/dasd.d/$I/part" ]; } || echo "$N $W $REST"
                done >"$V/devices" ;;
              *) echo "udevadm: not played here: $*" >&2; exit 1 ;;
            esac
            """;

    private static final String STAT = """
            #!/bin/sh
            case "$1 $2 $3 ${4:-}" in "-L -c %U:%G:%a /dev/oracleasm/"*) ;; *) exec /usr/bin/stat "$@" ;; esac
            L=$(grep "^${4#/dev/oracleasm/} " "$LAB_HOST_ROOT/var/lab/devices" 2>/dev/null) || { echo "stat: cannot statx '$4': No such file or directory" >&2; exit 1; }
            echo "$L" | awk '{ sub(/^0/, "", $5); print $3 ":" $4 ":" $5 }'
            """;

    private GuestPrograms() {}

    /** The programs as files for a host's tree. */
    public static SortedMap<String, String> overlay() {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("bin/multipathd", MULTIPATHD);
        files.put("bin/dd", DD);
        files.putAll(DasdPrograms.overlay());
        files.put("bin/wipefs", WIPEFS);
        files.put("bin/blkid", BLKID);
        files.put("bin/pvcreate", PVCREATE);
        files.put("bin/pvremove", PVREMOVE);
        files.put("bin/pvs", PVS);
        files.put("bin/vgcreate", VGCREATE);
        files.put("bin/vgs", VGS);
        files.put("bin/vgremove", VGREMOVE);
        files.put("bin/lvcreate", LVCREATE);
        files.put("bin/lvs", LVS);
        files.put("bin/lvremove", LVREMOVE);
        files.put("bin/mkfs.xfs", MKFS);
        files.put("bin/mount", MOUNT);
        files.put("bin/umount", UMOUNT);
        files.put("bin/findmnt", FINDMNT);
        files.put("bin/udevadm", UDEVADM);
        files.put("bin/stat", STAT);
        files.put("etc/fstab", "UUID=0a3407de-014b-458b-b5c1-848e92a327a3 / xfs defaults 0 0\n");
        return files;
    }
}
