package io.gulliver.lab.estate;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Programs of s390-tools for ECKD volumes, over what z/VM dedicated to the guest. They refuse what they do not know, whoever is
 * not root, and what would harm: a volume in use, one that is not formatted, a partition where one is.
 *
 * <p>Below {@code var/lab} of the host's tree lie {@code dasd} (what the channel subsystem shows: {@code bus id|base or
 * alias|cylinders|uid}, one a line), {@code dasd-online}, {@code dasd-persistent} and {@code dasd-raw} (bus ids, one a line) and
 * {@code dasd.d/ID} with {@code label} (words on the first track, as in {@code VOL1 VOL1GU2000}) and {@code part}.
 */
final class DasdPrograms {
    /** Names of devices in the order in which they came online; the disk of the system is the first. */
    private static final String DASD = """
            #!/bin/sh
            V="$LAB_HOST_ROOT/var/lab"
            NAME=${0##*/}
            # A host without devices keeps nothing of them.
            [ ! -e "$V/dasd" ] || for F in dasd-online dasd-persistent dasd-raw; do [ -e "$V/$F" ] || : >"$V/$F"; done
            refuse() { echo "$NAME: $1" >&2; exit "${2:-1}"; }
            root() { [ "${LAB_ROOT:-}" = 1 ] || refuse "Insufficient permission" 1; }
            line() { grep -s "^$1|" "$V/dasd"; }
            online() { grep -sqx "$1" "$V/dasd-online"; }
            raw() { grep -sqx "$1" "$V/dasd-raw"; }
            node() {
              awk -F'|' -v id="$1" 'NR == FNR { base[$1] = $2 == "base"; next }
                base[$1] { n++ }
                $1 == id { printf "dasd%s%c", n < 26 ? "" : sprintf("%c", 96 + int(n / 26)), 97 + n % 26 }' "$V/dasd" "$V/dasd-online"
            }
            drop() { grep -qx "$1" "$V/$2" || return 0; grep -vx "$1" "$V/$2" >"$V/$2.new" || true; mv "$V/$2.new" "$V/$2"; }
            # A block device by its path, which udev makes for what is online.
            volume() {
              I=${1#/dev/disk/by-path/ccw-}
              [ "$I" != "$1" ] && online "$I" && line "$I" | grep -q '|base|' || refuse "$1: No such file or directory"
              F="$V/dasd.d/$I"
            }
            in_use() { grep -lx "pv ccw-$1-part1" "$V"/lvm/* >/dev/null 2>&1 || grep -q "^ccw-$1-part1 " "$V"/asm/groups/* 2>/dev/null; }
            """;

    private static final String CHZDEV = DASD + """
            root
            K=both; DO=set
            while :; do
              case ${1:-} in
                -a) K=active ;;
                -e) DO=enable ;;
                -d) DO=disable ;;
                *) break ;;
              esac
              shift
            done
            [ "${1:-}" = dasd-eckd ] || refuse "Unknown device type ${1:-}" 3
            A=${3:-}
            [ $# = 2 ] || [ $# = 3 ] || refuse "not played here: $*" 2
            case $A in
              ''|raw_track_access=0|raw_track_access=1) ;;
              *) refuse "Unknown attribute $A" 4 ;;
            esac
            [ -z "$A" ] || [ "$K" = active ] || refuse "not played here: $A for good" 2
            # One after another, and each that can be changed is, as chzdev does it.
            E=0
            for I in $(echo "$2" | tr ',' ' '); do
              line "$I" >/dev/null || { echo "ECKD DASD $I not found" >&2; E=8; continue; }
              if [ -n "$A" ]; then
                ! online "$I" || { echo "ECKD DASD $I: raw_track_access can only be changed while it is offline" >&2; E=17; continue; }
                drop "$I" dasd-raw
                [ "$A" = raw_track_access=0 ] || echo "$I" >>"$V/dasd-raw"
              fi
              case $DO in
                enable)
                  online "$I" || echo "$I" >>"$V/dasd-online"
                  [ "$K" = active ] || grep -qx "$I" "$V/dasd-persistent" || echo "$I" >>"$V/dasd-persistent" ;;
                disable)
                  ! in_use "$I" || { echo "ECKD DASD $I is in use by LVM" >&2; E=20; continue; }
                  drop "$I" dasd-online
                  [ "$K" = active ] || drop "$I" dasd-persistent ;;
              esac
              echo "ECKD DASD $I configured"
            done
            exit "$E"
            """;

    private static final String LSDASD = DASD + """
            U=; ONE=
            case $# in 0) ;; 1) case $1 in -u) U=1 ;; 0.0.????) ONE=$1 ;; *) refuse "Invalid option $1" ;; esac ;; *) refuse "not played here: $*" ;; esac
            [ -s "$V/dasd" ] || exit 0
            if [ -n "$U" ]; then
              echo "Bus-ID    Name      UID"
            else
              echo "Bus-ID    Status    Name      Device  Type         BlkSz  Size      Blocks"
            fi
            echo "================================================================================"
            cat "$V/dasd-online" | sort | while read -r I; do
              [ -z "$ONE" ] || [ "$ONE" = "$I" ] || continue
              L=$(line "$I") || continue
              IFS='|' read -r X KIND CYL ID <<END
            $L
            END
              case $U$KIND in
                1alias) printf '%-8s  %-10s  %s\n' "$I" alias "$ID" ;;
                1base) printf '%-8s  %-10s  %s\n' "$I" "$(node "$I")" "$ID" ;;
                alias) printf '%-8s  alias %26s\n' "$I" ECKD ;;
                *)
                  if grep -q '^VOL1 ' "$V/dasd.d/$I/label" 2>/dev/null && [ -e "$V/dasd.d/$I/formatted" ]; then
                    printf '%-8s  %-6s%-2s  %-8s  %-2s:%-2s   %-11s  %-4s   %-8s  %s\n' "$I" active "" "$(node "$I")" 94 4 ECKD 4096 "$((CYL * 720 / 1024))MB" "$((CYL * 180))"
                  else
                    printf '%-8s  %-6s%-2s  %-8s  %-2s:%-2s   %-11s\n' "$I" n/f "" "$(node "$I")" 94 4 ECKD
                  fi ;;
              esac
            done
            """;

    private static final String DASDFMT = DASD + """
            root
            case $* in
              "-b 4096 -d cdl -y -l "*) M=full; S=$7; D=$8; [ $# = 8 ] || refuse "not played here: $*" ;;
              "-b 4096 -d cdl -M quick --no-discard -y -l "*) M=quick; S=${10}; D=${11}; [ $# = 11 ] || refuse "not played here: $*" ;;
              *) refuse "not played here: $*" ;;
            esac
            case $S in *[!A-Z0-9]*|???????*) refuse "Volume serial \"$S\" is not valid" ;; esac
            volume "$D"
            ! raw "$I" || refuse "Device is in raw-track access mode, formatting is not possible"
            ! in_use "$I" || refuse "the ioctl call to disable the device failed (Device or resource busy)"
            if [ "$M" = quick ]; then
              [ -e "$F/formatted" ] || refuse "WARNING: The specified device is not formatted at all"
            else
              rm -f "$V/signatures/ccw-$I-part1"
              : >"$F/formatted"
            fi
            echo "VOL1 VOL1$S" >"$F/label"
            rm -f "$F/part"
            """;

    private static final String FDASD = DASD + """
            root
            case "${1:-} ${2:-} ${3:-}" in
              "-s -p "*) [ $# = 3 ] || refuse "not played here: $*"; DO=list; D=$3 ;;
              "-s -a -k") [ $# = 4 ] || refuse "not played here: $*"; DO=make; D=$4 ;;
              *) refuse "not played here: $*" ;;
            esac
            volume "$D"
            ! raw "$I" || refuse "Device is in raw-track access mode"
            [ -e "$F/formatted" ] && grep -q '^VOL1 ' "$F/label" || refuse "Unsupported disk: $D is not formatted with the z/OS compatible disk layout!"
            if [ "$DO" = list ]; then
              [ ! -e "$F/part" ] || echo "       /dev/$(node "$I")1       2  982799  982798    1  Linux native"
              exit 0
            fi
            [ ! -e "$F/part" ] || refuse "there is a partition"
            touch "$F/part"
            """;

    /** How the first track reads with access to whole tracks: 64 KiB, words in EBCDIC. */
    static final String TRACK = """
            case "$*" in
              "if=/dev/disk/by-path/ccw-"*" bs=65536 count=1 iflag=direct")
                V="$LAB_HOST_ROOT/var/lab"
                [ "${LAB_ROOT:-}" = 1 ] || { echo "dd: failed to open '${1#if=}': Permission denied" >&2; exit 1; }
                I=${1#if=/dev/disk/by-path/ccw-}
                grep -qx "$I" "$V/dasd-online" || { echo "dd: failed to open '${1#if=}': No such file or directory" >&2; exit 1; }
                grep -qx "$I" "$V/dasd-raw" || { echo "dd: error reading '${1#if=}': Input/output error" >&2; exit 1; }
                [ ! -e "$V/dasd.d/$I/unreadable" ] || { echo "dd: error reading '${1#if=}': Input/output error" >&2; exit 1; }
                { tr -d ' \n' <"$V/dasd.d/$I/label" 2>/dev/null | /bin/dd conv=ebcdic 2>/dev/null; /bin/dd if=/dev/zero bs=65536 count=1 2>/dev/null; } | head -c 65536
                exit 0 ;;
            esac
            """;

    private DasdPrograms() {}

    static SortedMap<String, String> overlay() {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("bin/chzdev", CHZDEV);
        files.put("bin/lsdasd", LSDASD);
        files.put("bin/dasdfmt", DASDFMT);
        files.put("bin/fdasd", FDASD);
        return files;
    }
}
