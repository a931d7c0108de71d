#!/bin/sh
# Gives the volumes of this server to ASM: owner and names by udev from their WWIDs, the ASM instance of Oracle Restart and the
# disk groups DATA, REDO and FRA by asmca, with external redundancy, of exactly these volumes; REDO and FRA where it has volumes
# for them. The Grid home and Oracle Restart are
# the image's. Looks before each act, keeps a record of what it made, and checks in the end. A volume that carries anything, or
# is a disk of another group, is left as it is.
# Exit codes: 0 done, 11 something is not as wanted, 12 a volume cannot be read, 14 the login may not use sudo.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
ETC={{etc_dir}}
GRID_HOME={{grid_home}}
GRID_USER={{grid_user}}
ASM_GROUP={{asm_group}}
CLIENT_GROUP={{client_group}}
DATA={{data}}
REDO={{redo}}
FRA={{recovery}}
STAGING={{staging}}
ORACLE_USER={{user}}
ORACLE_GROUP={{group}}
[ "$REDO" != none ] || REDO=
[ "$FRA" != none ] || FRA=
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-storage"
RULES="$ETC/udev/rules.d/97-gulliver-asm.rules"
ALIASES="$ETC/multipath/conf.d/97-gulliver-oracle.conf"
DISKS=/dev/oracleasm

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
# The directory of the job is the login's own, and nobody else may stand in it.
cd /
as_grid() {
  sudo -n -u "$GRID_USER" env "ORACLE_HOME=$GRID_HOME" ORACLE_SID=+ASM "$@"
}
stop() {
  echo "$1"
  exit "${2:-11}"
}
made() {
  grep -qxF "$1" "$RECORD" 2>/dev/null || printf '%s\n' "$1" | $AS_ROOT tee -a "$RECORD" >/dev/null
}
noted() {
  grep -qxF "$1" "$RECORD" 2>/dev/null
}
line() {
  printf '%s' "$1" | tr '\n' ' '
}
# The name that udev gives a multipath device by its WWID, whatever its alias; of an ECKD volume by its bus id its one partition.
device() {
  case ${1#*=} in
    0.0.*) echo "/dev/disk/by-path/ccw-${1#*=}-part1" ;;
    *) echo "/dev/disk/by-id/dm-uuid-mpath-${1#*=}" ;;
  esac
}
# Of the header of a disk, which kfed reads without an instance.
group_of() {
  $AS_ROOT env "ORACLE_HOME=$GRID_HOME" "$GRID_HOME/bin/kfed" read "$1" | sed -n 's/^kfdhdb.grpname: *\([A-Za-z0-9_$#]*\) *; .*/\1/p'
}
paths() {
  for ONE in "$@"; do echo "$DISKS/${ONE%%=*}"; done
}
listed() {
  paths "$@" | tr '\n' ',' | sed 's/,$//'
}

# Each volume is empty, or ours from an earlier try.
look() {
  GROUP=$1
  shift
  for ONE in "$@"; do
    FOUND=$($AS_ROOT wipefs -n -i -O TYPE "$(device "$ONE")") || stop "volume ${ONE%%=*} (${ONE#*=}) cannot be read" 12
    [ -n "$FOUND" ] || continue
    if [ "$FOUND" = oracleasm ]; then
      IN=$(group_of "$(device "$ONE")")
      if noted "disk ${ONE#*=}" && [ "$IN" = "$GROUP" ]; then
        continue
      fi
      stop "volume ${ONE%%=*} (${ONE#*=}) is a disk of disk group ${IN:-without a name} already, and is left as it is"
    fi
    stop "volume ${ONE%%=*} (${ONE#*=}) carries $(line "$FOUND") already, and is left as it is"
  done
}
mounted() {
  as_grid "$GRID_HOME/bin/asmcmd" lsdg --suppressheader "$1" 2>/dev/null | grep -q '^MOUNTED .* '"$1/"'$'
}
# A disk group is mounted and has these disks and no others.
check() {
  GROUP=$1
  shift
  mounted "$GROUP" || stop "disk group $GROUP is not mounted"
  SEEN=$(as_grid "$GRID_HOME/bin/asmcmd" lsdsk --suppressheader -G "$GROUP" | tr -d ' ' | sort)
  WANTED=$(paths "$@" | sort)
  [ "$SEEN" = "$WANTED" ] || stop "disk group $GROUP has the disks $(line "$SEEN"), wanted $(line "$WANTED")"
  echo "disk group: $GROUP, external redundancy, $# volumes"
}

[ -x "$GRID_HOME/bin/asmca" ] || stop "there is no asmca in $GRID_HOME/bin, so it is no home of Grid Infrastructure"
getent passwd "$GRID_USER" >/dev/null || stop "there is no user $GRID_USER, who is to own the disks; the image brings it with the Grid home"
getent group "$ASM_GROUP" >/dev/null || stop "there is no group $ASM_GROUP, which is to own the disks; the image brings it with the Grid home"
getent group "$CLIENT_GROUP" >/dev/null || stop "there is no group $CLIENT_GROUP, whose members use ASM; the image brings it with the Grid home"
SAID=$(as_grid "$GRID_HOME/bin/crsctl" check has 2>&1 || true)
case $SAID in
  *CRS-4638*) ;;
  *) stop "Oracle Restart does not run here: $(line "$SAID")" ;;
esac
if [ -e "$RECORD" ] && ! noted "# $OWNER"; then
  stop "$RECORD is there and not ours"
fi
for FILE in "$RULES" "$ALIASES"; do
  if [ -e "$FILE" ] && ! grep -qxF "# $OWNER" "$FILE"; then
    stop "$FILE is there and not ours"
  fi
done
# All of them, before anything is changed.
# shellcheck disable=SC2086 # one word a volume
look DATA $DATA
# shellcheck disable=SC2086
[ -z "$REDO" ] || look REDO $REDO
# shellcheck disable=SC2086
[ -z "$FRA" ] || look FRA $FRA
INSTANCE=$(as_grid "$GRID_HOME/bin/srvctl" status asm 2>&1 || true)
case $INSTANCE in
  *"ASM is running"*)
    for GROUP in DATA ${REDO:+REDO} ${FRA:+FRA}; do
      if mounted "$GROUP" && ! noted "disk group $GROUP"; then
        stop "disk group $GROUP is there and not ours"
      fi
    done
    ;;
  *"ora.asm does not exist"*) INSTANCE= ;;
  *) stop "the ASM instance is neither up nor missing: $(line "$INSTANCE")" ;;
esac

made "# $OWNER"
# ECKD volumes have no paths of their own that multipath would know.
LUNS=
for ONE in $DATA $REDO $FRA; do
  case ${ONE#*=} in
    0.0.*) ;;
    *) LUNS="$LUNS $ONE" ;;
  esac
done
ALIASED=$(
  echo "# $OWNER"
  printf 'defaults {\n\tuser_friendly_names no\n}\nmultipaths {\n'
  for ONE in $LUNS; do
    printf '\tmultipath {\n\t\twwid %s\n\t\talias %s\n\t}\n' "${ONE#*=}" "${ONE%%=*}"
  done
  echo '}'
)
if [ -n "$LUNS" ] && [ "$(cat "$ALIASES" 2>/dev/null || true)" != "$ALIASED" ]; then
  $AS_ROOT mkdir -p "$ETC/multipath/conf.d"
  printf '%s\n' "$ALIASED" | $AS_ROOT tee "$ALIASES" >/dev/null
  $AS_ROOT multipathd reconfigure
fi
RULED=$(
  echo "# $OWNER"
  for ONE in $DATA $REDO $FRA; do
    case ${ONE#*=} in
      0.0.*) WHICH=$(printf 'KERNEL=="dasd*[a-z]1", ENV{ID_PATH}=="ccw-%s"' "${ONE#*=}") ;;
      *) WHICH=$(printf 'ENV{DM_UUID}=="mpath-%s"' "${ONE#*=}") ;;
    esac
    printf 'ACTION=="add|change", %s, SYMLINK+="oracleasm/%s", OWNER="%s", GROUP="%s", MODE="0660"\n' \
      "$WHICH" "${ONE%%=*}" "$GRID_USER" "$ASM_GROUP"
  done
)
if [ "$(cat "$RULES" 2>/dev/null || true)" != "$RULED" ]; then
  $AS_ROOT mkdir -p "$ETC/udev/rules.d"
  printf '%s\n' "$RULED" | $AS_ROOT tee "$RULES" >/dev/null
fi
$AS_ROOT udevadm control --reload-rules
$AS_ROOT udevadm trigger --subsystem-match=block --action=change
$AS_ROOT udevadm settle
for ONE in $DATA $REDO $FRA; do
  SEEN=$(stat -L -c %U:%G:%a "$DISKS/${ONE%%=*}" 2>/dev/null || echo missing)
  [ "$SEEN" = "$GRID_USER:$ASM_GROUP:660" ] || stop "$DISKS/${ONE%%=*} is $SEEN, wanted $GRID_USER:$ASM_GROUP:660"
done
case " $(id -nG "$ORACLE_USER") " in
  *" $CLIENT_GROUP "*) ;;
  *)
    made "member $CLIENT_GROUP"
    $AS_ROOT usermod -a -G "$CLIENT_GROUP" "$ORACLE_USER"
    ;;
esac

# Before the first of them has a header of ours.
for ONE in $DATA $REDO $FRA; do made "disk ${ONE#*=}"; done
# A disk group that is not there yet.
group() {
  GROUP=$1
  shift
  mounted "$GROUP" && return
  made "disk group $GROUP"
  as_grid "$GRID_HOME/bin/asmca" -silent -createDiskGroup -diskGroupName "$GROUP" -diskList "$(listed "$@")" \
    -redundancy EXTERNAL -au_size 4 || echo "asmca ended with code $?"
}
secret() {
  echo "Gu1$(od -An -N 12 -tx1 /dev/urandom | tr -d ' \n')"
}
if [ -z "$INSTANCE" ]; then
  made "disk group DATA"
  made "asm instance"
  # asmca takes passwords as words of the command alone, which others see: these two are replaced below. Neither a file nor its
  # input is documented for them (ASM Administrator's Guide, Running ASMCA Command-Line); gridSetup.sh -executeConfigTools
  # reads them from a response file, and goes on only with an installation that it began itself.
  ONCE=$(secret)
  # shellcheck disable=SC2086
  as_grid "$GRID_HOME/bin/asmca" -silent -configureASM -sysAsmPassword "$ONCE" -asmsnmpPassword "$ONCE" \
    -diskString "$DISKS/*" -diskGroupName DATA -diskList "$(listed $DATA)" -redundancy EXTERNAL -au_size 4 \
    || echo "asmca ended with code $?"
  as_grid "$GRID_HOME/bin/sqlplus" -S / as sysasm <<SQL_END
alter user sys identified by "$(secret)";
alter user asmsnmp identified by "$(secret)";
SQL_END
fi
# shellcheck disable=SC2086
group DATA $DATA
# shellcheck disable=SC2086
[ -z "$REDO" ] || group REDO $REDO
# shellcheck disable=SC2086
[ -z "$FRA" ] || group FRA $FRA
# shellcheck disable=SC2086
check DATA $DATA
# shellcheck disable=SC2086
[ -z "$REDO" ] || check REDO $REDO
# shellcheck disable=SC2086
[ -z "$FRA" ] || check FRA $FRA
if [ ! -d "$STAGING" ]; then
  made "directory $STAGING"
  $AS_ROOT mkdir -p "$STAGING"
fi
$AS_ROOT chown "$ORACLE_USER:$ORACLE_GROUP" "$STAGING"
echo "disk groups are ready, staging $STAGING"
