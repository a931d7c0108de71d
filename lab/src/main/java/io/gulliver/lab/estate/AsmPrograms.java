package io.gulliver.lab.estate;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Programs of a Grid home on a lab server, over the disks that udev gives to ASM: Oracle Restart, the ASM instance, disk groups.
 * They refuse what they do not know.
 *
 * <p>Below {@code var/lab/asm} lie {@code has} (Oracle Restart is up), {@code instance} (there is an ASM instance, and it is up),
 * {@code groups/NAME} (WWID and name of each disk), {@code headers/WWID} (status and group) and {@code content/NAME} (a directory
 * for each database). What {@code udevadm trigger} made of the rules stands in {@code var/lab/devices}.
 */
public final class AsmPrograms {
    /** User and groups that the installation of a Grid home wants, as lines of the system's files. */
    public static final String GROUPS =
            "oinstall:x:54321:\nasmdba:x:54327:grid\nasmoper:x:54328:grid\nasmadmin:x:54329:grid\n";

    public static final String USER = "grid:x:54331:54321::/home/grid:/bin/sh\n";

    private static final String GRID = """
            #!/bin/sh
            V="$LAB_HOST_ROOT/var/lab"
            A="$V/asm"
            NAME=${0##*/}
            refuse() { echo "$NAME: not played here: $*" >&2; exit 9; }
            HOME_OF=${0%/bin/*}
            [ "${ORACLE_HOME:-}" = "$HOME_OF" ] || { echo "$NAME: ORACLE_HOME is not $HOME_OF" >&2; exit 1; }
            mkdir -p "$A/groups" "$A/headers" "$A/content"
            touch "$V/devices"
            """;

    /** What the owner of the home alone may, of an instance that is there. */
    private static final String OWNER = GRID + """
            [ "${LAB_LOGIN:-}" = grid ] || { echo "ORA-01031: insufficient privileges" >&2; exit 1; }
            [ "${ORACLE_SID:-}" = +ASM ] || { echo "$NAME: ORACLE_SID is not +ASM" >&2; exit 1; }
            """;

    private static final String KFED = GRID + """
            [ "${1:-}" = read ] && [ $# = 2 ] || refuse "$@"
            case $2 in
              /dev/disk/by-id/dm-uuid-mpath-*) W=${2##*mpath-} ;;
              /dev/disk/by-path/ccw-0.0.*-part1) W=${2##*/} ;;
              *) refuse "$@" ;;
            esac
            I=${W#ccw-}; I=${I%-part1}
            grep -q "^$W|" "$V/paths" || { grep -qx "$I" "$V/dasd-online" && [ -e "$V/dasd.d/$I/part" ]; } 2>/dev/null || { echo "KFED-00303: unable to open file '$2'"; exit 1; }
            [ "${LAB_ROOT:-}" = 1 ] || { echo "KFED-00303: unable to open file '$2'"; exit 1; }
            [ -e "$A/headers/$W" ] || { echo "kfbh.type:                            0 ; 0x002: KFBTYP_INVALID"; exit 1; }
            read -r S G <"$A/headers/$W"
            echo "kfbh.type:                            1 ; 0x002: KFBTYP_DISKHEAD"
            case $S in MEMBER) N=3 ;; *) N=4 ;; esac
            echo "kfdhdb.hdrsts:                        $N ; 0x027: KFDHDR_$S"
            echo "kfdhdb.grpname:                    $G ; 0x048: length=${#G}"
            """;

    private static final String CRSCTL = GRID + """
            [ "$*" = "check has" ] || refuse "$@"
            [ -e "$A/has" ] || { echo "CRS-4639: Could not contact Oracle High Availability Services"; exit 1; }
            echo "CRS-4638: Oracle High Availability Services is online"
            """;

    private static final String SRVCTL = GRID + """
            [ -e "$A/has" ] || { echo "PRCR-1070 : Failed to check if resource ora.asm is registered"; exit 1; }
            case "$*" in
              "status asm")
                [ -e "$A/instance" ] || { echo "PRCR-1001 : Resource ora.asm does not exist"; exit 1; }
                echo "ASM is running on $LAB_HOST" ;;
              *" listener -listener "*)
                [ "${LAB_LOGIN:-}" = grid ] || { echo "PRCN-2018 : Current user $LAB_LOGIN is not a privileged user"; exit 1; }
                F="$A/listeners/$4"
                case $1 in
                  add)
                    [ "$5 $7" = "-endpoints -oraclehome" ] && [ $# = 8 ] && [ "$8" = "$HOME_OF" ] || refuse "$@"
                    [ ! -e "$F" ] || { echo "PRCN-2061 : Failed to add listener ora.$4.lsnr"; exit 1; }
                    mkdir -p "$A/listeners"
                    echo "$6" >"$F" ;;
                  config|start|stop|remove)
                    [ $# = 4 ] || refuse "$@"
                    [ -e "$F" ] || { echo "PRCN-2044 : No listener exists"; exit 1; }
                    case $1 in
                      config) echo "Name: $4"; echo "Home: $HOME_OF"; echo "End points: $(cat "$F")" ;;
                      start)
                        "$HOME_OF/bin/lsnrctl" status "$4" | grep -q "(PORT=$(sed 's/^TCP://' "$F"))" && { echo "PRCC-1014 : $4 was already running"; exit 2; }
                        "$HOME_OF/bin/lsnrctl" start "$4" ;;
                      stop) "$HOME_OF/bin/lsnrctl" stop "$4" ;;
                      remove)
                        ! "$HOME_OF/bin/lsnrctl" status "$4" | grep -q "completed successfully" || { echo "PRCR-1028 : Failed to remove resource ora.$4.lsnr"; exit 1; }
                        rm "$F" ;;
                    esac ;;
                  *) refuse "$@" ;;
                esac ;;
              *) refuse "$@" ;;
            esac
            """;

    private static final String ASMCA = OWNER + """
            [ "${1:-}" = -silent ] || refuse "$@"
            W=$2; shift 2; G=; D=; R=; U=; S=; P=; M=
            case $W in
              -deleteASM)
                [ "$*" = -dropDiskGroups ] || refuse "$W" "$@"
                [ -e "$A/instance" ] || { echo "[FATAL] [DBT-30007] ASM is not configured."; exit 1; }
                for F in "$A"/groups/*; do
                  [ -e "$F" ] || continue
                  [ -z "$(ls -A "$A/content/${F##*/}" 2>/dev/null)" ] || { echo "ORA-15027: active use of diskgroup \\"${F##*/}\\" precludes its dismount"; exit 1; }
                done
                for F in "$A"/groups/*; do
                  [ -e "$F" ] || continue
                  while read -r X N; do echo "FORMER ${F##*/}" >"$A/headers/$X"; done <"$F"
                  rm -rf "$F" "$A/content/${F##*/}"
                done
                rm "$A/instance"
                echo "ASM deleted successfully."
                exit 0 ;;
              -configureASM|-createDiskGroup) ;;
              *) refuse "$W" "$@" ;;
            esac
            while [ $# -gt 0 ]; do
              [ $# -ge 2 ] || refuse "$@"
              case $1 in
                -diskGroupName) G=$2 ;;
                -diskList) D=$2 ;;
                -redundancy) R=$2 ;;
                -au_size) U=$2 ;;
                -diskString) S=$2 ;;
                -sysAsmPassword) P=$2 ;;
                -asmsnmpPassword) M=$2 ;;
                *) refuse "$@" ;;
              esac
              shift 2
            done
            [ "$R" = EXTERNAL ] || refuse "redundancy $R"
            case $U in 1|2|4|8|16|32|64) ;; *) refuse "au_size $U" ;; esac
            if [ "$W" = -configureASM ]; then
              [ ! -e "$A/instance" ] || { echo "[FATAL] [DBT-30009] ASM is configured already."; exit 1; }
              [ -e "$A/has" ] || { echo "[FATAL] Oracle Restart is not up."; exit 1; }
              [ -n "$P" ] && [ -n "$M" ] && [ "$S" = "/dev/oracleasm/*" ] || refuse "passwords or disk string"
            else
              [ -e "$A/instance" ] || { echo "[FATAL] ASM instance is not running."; exit 1; }
              [ -z "$S$P$M" ] || refuse "-diskString or passwords for a group"
            fi
            [ ! -e "$A/groups/$G" ] || { echo "[FATAL] [DBT-30017] Disk group $G already exists."; exit 1; }
            for X in $(echo "$D" | tr , ' '); do
              L=$(grep "^${X#/dev/oracleasm/} " "$V/devices") || { echo "ORA-15031: disk specification '$X' matches no disks"; exit 1; }
              case $L in *" grid asmadmin 0660") ;; *) echo "ORA-15063: ASM discovered an insufficient number of disks: $X is not its owner's"; exit 1 ;; esac
              I=$(echo "$L" | cut -d' ' -f2)
              case $(cat "$A/headers/$I" 2>/dev/null) in
                MEMBER*) echo "ORA-15033: disk '$X' belongs to diskgroup \\"$(cut -d' ' -f2 "$A/headers/$I")\\""; exit 1 ;;
              esac
            done
            [ "$W" != -configureASM ] || touch "$A/instance"
            for X in $(echo "$D" | tr , ' '); do
              I=$(grep "^${X#/dev/oracleasm/} " "$V/devices" | cut -d' ' -f2)
              echo "$I ${X#/dev/oracleasm/}" >>"$A/groups/$G"
              echo "MEMBER $G" >"$A/headers/$I"
              echo "oracleasm -" >"$V/signatures/$I"
            done
            mkdir -p "$A/content/$G"
            [ "$W" != -configureASM ] || echo "$G" >"$A/instance"
            echo "Disk Group $G created successfully."
            """;

    private static final String ASMCMD = OWNER + """
            [ -e "$A/instance" ] || { echo "Connected to an idle instance." >&2; echo "ASMCMD-8102: no connection to Oracle ASM; command requires Oracle ASM to run" >&2; exit 1; }
            one() {
              [ -e "$A/groups/$1" ] || { echo "ASMCMD-8001: diskgroup '$1' does not exist or is not mounted" >&2; exit 1; }
            }
            row() {
              T=0
              while read -r X N; do
                Z=$(grep "^$X|" "$V/paths" | head -n 1 | cut -d'|' -f6)
                I=${X#ccw-}
                [ -n "$Z" ] || Z=$(grep "^${I%-part1}|" "$V/dasd" | awk -F'|' '{ printf "%d", $3 * 720 / 1048576 }')
                T=$((T + Z * 1024))
              done <"$A/groups/$1"
              echo "MOUNTED  EXTERN  N         512             512   4096  4194304  $T  $((T - 100))                0  $((T - 100))              0             N  $1/"
            }
            case "$1" in
              lsdg)
                [ "${2:-}" = --suppressheader ] && [ $# -le 3 ] || refuse "$@"
                if [ $# = 3 ]; then one "$3"; row "$3"; exit 0; fi
                for F in "$A"/groups/*; do [ ! -e "$F" ] || row "${F##*/}"; done ;;
              lsdsk)
                [ "${2:-} ${3:-}" = "--suppressheader -G" ] && [ $# = 4 ] || refuse "$@"
                one "$4"
                while read -r X N; do echo "/dev/oracleasm/$N"; done <"$A/groups/$4" ;;
              ls)
                [ $# = 2 ] || refuse "$@"
                G=${2#+}; one "$G"
                [ "$(cat "$A/instance")" != "$G" ] || echo ASM/
                for F in "$A/content/$G"/*; do [ ! -e "$F" ] || echo "${F##*/}/"; done ;;
              dropdg)
                [ "${2:-}" = -r ] && [ $# = 3 ] || refuse "$@"
                one "$3"
                while read -r X N; do echo "FORMER $3" >"$A/headers/$X"; done <"$A/groups/$3"
                rm -rf "$A/groups/$3" "$A/content/$3" ;;
              *) refuse "$@" ;;
            esac
            """;

    private static final String SQLPLUS = GRID + """
            case "$*" in
              -V) echo; echo "SQL*Plus: Release 19.0.0.0.0 - Production"; echo "Version VERSION" ;;
              "-S / as sysasm")
                [ "${LAB_LOGIN:-}" = grid ] && [ -e "$A/instance" ] || { echo "ORA-01031: insufficient privileges"; exit 1; }
                while read -r LINE; do
                  case $LINE in
                    "alter user sys identified by "*|"alter user asmsnmp identified by "*) echo "User altered." ;;
                    *) echo "SP2-0734: unknown command beginning \\"$LINE\\"" ;;
                  esac
                done ;;
              *) refuse "$@" ;;
            esac
            """;

    private AsmPrograms() {}

    /** The programs by their names in the home's {@code bin}, of a release. */
    public static SortedMap<String, String> of(String version) {
        SortedMap<String, String> programs = new TreeMap<>();
        programs.put("kfed", KFED);
        programs.put("crsctl", CRSCTL);
        programs.put("srvctl", SRVCTL);
        programs.put("asmca", ASMCA);
        programs.put("asmcmd", ASMCMD);
        programs.put("sqlplus", SQLPLUS.replace("VERSION", version));
        return programs;
    }
}
