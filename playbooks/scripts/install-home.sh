#!/bin/sh
# Installs an Oracle home from zips that lie in a directory of this server: a database home by runInstaller, a Grid home for
# Oracle Restart by gridSetup.sh (software alone, then roothas.sh), with a release update applied at the installation. Each zip is
# what it is said to be, by size and SHA-256, before it is unpacked. Prerequisites are checked first, and none is passed over that
# nobody accepted by its name. Looks before each act, keeps a record of what it made, and checks in the end. A home that is
# registered in the central inventory is left as it is; what an earlier try of ours left half made is taken away and made again.
# A line "finding: ..." says what a person should see to.
# Exit codes: 0 done, 11 something is not as wanted, 14 the login may not use sudo, 15 a program of Oracle's failed, 16 another
# installation of this home still runs.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
KIND={{kind}}
ETC={{etc_dir}}
NEW_HOME={{oracle_home}}
BASE={{oracle_base}}
INVENTORY={{inventory}}
HOME_USER={{user}}
HOME_USER_ID={{user_id}}
HOME_GROUP={{group}}
GROUPS_MADE={{groups_made}}
GROUPS_NAMED={{groups_named}}
SOFTWARE={{software}}
ZIP={{zip}}
UPDATE_ZIP={{update_zip}}
OPATCH_ZIP={{opatch_zip}}
OPATCH_MINIMUM={{opatch_minimum}}
DISTID={{assume_distid}}
ACCEPTED={{accepted}}
[ "$GROUPS_MADE" != none ] || GROUPS_MADE=
[ "$UPDATE_ZIP" != none ] || UPDATE_ZIP=
[ "$OPATCH_ZIP" != none ] || OPATCH_ZIP=
[ "$OPATCH_MINIMUM" != none ] || OPATCH_MINIMUM=
[ "$DISTID" != none ] || DISTID=
[ "$ACCEPTED" != none ] || ACCEPTED=
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-home-$KIND"
WORK="$NEW_HOME.gulliver"
XML="$INVENTORY/ContentsXML/inventory.xml"
case $KIND in
  grid) INSTALLER=gridSetup.sh ;;
  *) INSTALLER=runInstaller ;;
esac

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
JOB=$PWD
# The directory of the job is the login's own, and nobody else may stand in it.
cd /
as_owner() {
  sudo -n -u "$HOME_USER" env "ORACLE_HOME=$NEW_HOME" LC_ALL=C "$@"
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
# Whether the central inventory has it; one that was taken out again stands there with a mark.
registered() {
  $AS_ROOT cat "$XML" 2>/dev/null | grep -F "LOC=\"$NEW_HOME\"" | grep -qv 'REMOVED="T"'
}
# A directory with all above it that are missing, each of them the owner's.
directory() {
  [ -n "$1" ] && [ ! -d "$1" ] || return 0
  directory "${1%/*}"
  made "directory $1"
  $AS_ROOT mkdir "$1"
  $AS_ROOT chown "$HOME_USER:$HOME_GROUP" "$1"
}
# A zip by "NAME BYTES SHA256".
is_what_it_says() {
  NAME=${1%% *}
  WANTED_SUM=${1##* }
  WANTED_BYTES=${1#* }
  WANTED_BYTES=${WANTED_BYTES%% *}
  as_owner test -f "$SOFTWARE/$NAME" || stop "there is no $NAME in $SOFTWARE that $HOME_USER can see"
  SEEN=$(as_owner wc -c "$SOFTWARE/$NAME" | awk '{print $1}')
  [ "$SEEN" = "$WANTED_BYTES" ] || stop "$SOFTWARE/$NAME has ${SEEN:-unknown} bytes, wanted $WANTED_BYTES"
  SEEN=$(as_owner sha256sum "$SOFTWARE/$NAME" | cut -d' ' -f1)
  [ "$SEEN" = "$WANTED_SUM" ] || stop "$SOFTWARE/$NAME has the SHA-256 ${SEEN:-unknown}, wanted $WANTED_SUM"
}
unpack() {
  as_owner unzip -q -o "$SOFTWARE/${1%% *}" -d "$2" || stop "$SOFTWARE/${1%% *} cannot be unpacked into $2: unzip ended with code $?" 15
}
opatch_version() {
  as_owner "$NEW_HOME/OPatch/opatch" version 2>/dev/null | sed -n 's/^OPatch Version: *\([0-9.]*\).*$/\1/p'
}
# Whether the first release is lower than the second.
lower() {
  awk -v a="$1" -v b="$2" 'BEGIN {
    n = split(a, x, "."); m = split(b, y, ".")
    for (i = 1; i <= n || i <= m; i++) {
      if (x[i] + 0 < y[i] + 0) exit 0
      if (x[i] + 0 > y[i] + 0) exit 1
    }
    exit 1
  }'
}
# The log that a session of the installer names; it is moved to the inventory in the end, where there is one.
session_log() {
  LOG=$(grep -o '[^ ]*Actions[0-9][0-9_-]*[AP]M\.log' "$1" | grep -v Patch | tail -n 1 || true)
  MOVED=$(sed -n '/^Moved the install session logs to:/{n;s/^ *//;p;}' "$1" | tail -n 1)
  [ -z "$MOVED" ] || LOG="$MOVED/${LOG##*/}"
}
# NAME|SEVERITY of each prerequisite that the log of a session calls failed.
failed_prerequisites() {
  [ -n "$LOG" ] || return 0
  $AS_ROOT cat "$LOG" 2>/dev/null | sed -n 's/^INFO: *\(\[[^]]*\]\)\{0,1\} *//p' | awk '
    /: This / {name = $0; sub(/: This .*/, "", name)}
    /^Severity:/ {severity = $0; sub(/^Severity: */, "", severity)}
    /^OverallStatus:.*FAILED/ {print name "|" severity}'
}
accepted() {
  case "|$ACCEPTED|" in
    *"|$1|"*) return 0 ;;
    *) return 1 ;;
  esac
}
has_runs() {
  as_owner "$NEW_HOME/bin/crsctl" check has 2>/dev/null | grep -q CRS-4638
}

if [ -e "$RECORD" ] && ! noted "# $OWNER"; then
  stop "$RECORD is there and not ours"
fi
POINTER=$(sed -n 's/^inventory_loc=//p' "$ETC/oraInst.loc" 2>/dev/null || true)
if [ -n "$POINTER" ] && [ "$POINTER" != "$INVENTORY" ]; then
  stop "the central inventory of this server is $POINTER by $ETC/oraInst.loc, wanted $INVENTORY"
fi
if registered && ! noted "# $OWNER"; then
  echo "already: $NEW_HOME is registered in $INVENTORY, and this step has not made it"
elif ! noted installed; then
  command -v unzip >/dev/null || stop "there is no unzip on this server"
  if [ -e "$WORK/lock" ]; then
    CODE=0
    as_owner flock -n -E 75 "$WORK/lock" true || CODE=$?
    [ "$CODE" != 75 ] || stop "an installation of $NEW_HOME that an earlier try began still runs" 16
  fi
  if ! noted "home $NEW_HOME" && [ -n "$($AS_ROOT ls -A "$NEW_HOME" 2>/dev/null)" ]; then
    stop "$NEW_HOME is not empty and is registered in no central inventory, so it is left as it is"
  fi
  # Users and groups before anything is changed.
  for ONE in $GROUPS_MADE; do
    SEEN=$(getent group "${ONE%%=*}" | cut -d: -f3)
    [ -z "$SEEN" ] || [ "$SEEN" = "${ONE#*=}" ] || stop "group ${ONE%%=*} has the id $SEEN, wanted ${ONE#*=}"
    [ -n "$SEEN" ] || [ -z "$(getent group "${ONE#*=}")" ] || stop "group id ${ONE#*=} is somebody's, wanted for ${ONE%%=*}"
  done
  getent group "$HOME_GROUP" >/dev/null || stop "there is no group $HOME_GROUP, which is to own the inventory"
  SEEN=$(getent passwd "$HOME_USER" | cut -d: -f3)
  if [ -z "$SEEN" ] && [ "$KIND" = database ]; then
    stop "there is no user $HOME_USER, who is to own the home"
  elif [ -n "$SEEN" ] && [ "$SEEN" != "$HOME_USER_ID" ]; then
    stop "user $HOME_USER has the id $SEEN, wanted $HOME_USER_ID"
  fi
  made "# $OWNER"
  for ONE in $GROUPS_MADE; do
    if ! getent group "${ONE%%=*}" >/dev/null; then
      made "group ${ONE%%=*}"
      $AS_ROOT groupadd -g "${ONE#*=}" "${ONE%%=*}"
    fi
  done
  if [ -z "$SEEN" ]; then
    made "user $HOME_USER"
    $AS_ROOT useradd -m -u "$HOME_USER_ID" -g "$HOME_GROUP" "$HOME_USER"
  fi
  for ONE in $GROUPS_NAMED; do
    case " $(id -nG "$HOME_USER") " in
      *" $ONE "*) ;;
      *)
        [ "$KIND" = grid ] || stop "user $HOME_USER is not in group $ONE, which the home is to be linked with"
        noted "user $HOME_USER" || made "member $ONE"
        $AS_ROOT usermod -a -G "$ONE" "$HOME_USER"
        ;;
    esac
  done
  is_what_it_says "$ZIP"
  [ -z "$UPDATE_ZIP" ] || is_what_it_says "$UPDATE_ZIP"
  [ -z "$OPATCH_ZIP" ] || is_what_it_says "$OPATCH_ZIP"

  # What an earlier try of ours left half made.
  if noted "home $NEW_HOME"; then
    if registered; then
      as_owner "$NEW_HOME/oui/bin/runInstaller" -silent -waitforcompletion -detachHome "ORACLE_HOME=$NEW_HOME" || true
      ! registered || stop "the half made home $NEW_HOME cannot be taken out of the inventory $INVENTORY" 15
    fi
    $AS_ROOT rm -rf "$NEW_HOME" "$WORK"
  fi
  made "home $NEW_HOME"
  directory "$NEW_HOME"
  directory "$BASE"
  directory "$INVENTORY"
  directory "$WORK"
  unpack "$ZIP" "$NEW_HOME"
  [ -x "$NEW_HOME/$INSTALLER" ] || stop "${ZIP%% *} holds no $INSTALLER, so it is no $KIND home"
  if [ -n "$OPATCH_MINIMUM" ] && lower "$(opatch_version)" "$OPATCH_MINIMUM"; then
    SEEN=$(opatch_version)
    [ -n "$OPATCH_ZIP" ] || stop "OPatch of ${ZIP%% *} is ${SEEN:-unknown}, the release update wants $OPATCH_MINIMUM, and no zip of a newer one is named"
    as_owner rm -rf "$NEW_HOME/OPatch"
    unpack "$OPATCH_ZIP" "$NEW_HOME"
    echo "OPatch $SEEN replaced by $(opatch_version)"
    ! lower "$(opatch_version)" "$OPATCH_MINIMUM" || stop "OPatch of ${OPATCH_ZIP%% *} is $(opatch_version), the release update wants $OPATCH_MINIMUM"
  fi
  UPDATE=
  if [ -n "$UPDATE_ZIP" ]; then
    directory "$WORK/update"
    unpack "$UPDATE_ZIP" "$WORK/update"
    for ONE in "$WORK/update"/[0-9]*; do
      [ -d "$ONE" ] || continue
      [ -z "$UPDATE" ] || stop "${UPDATE_ZIP%% *} holds more than one patch: $UPDATE and $ONE"
      UPDATE=$ONE
    done
    [ -n "$UPDATE" ] || stop "${UPDATE_ZIP%% *} holds no patch"
  fi
  as_owner tee "$WORK/install.rsp" >/dev/null <"$JOB/install.rsp"
  as_owner tee "$WORK/lock" >/dev/null </dev/null
  # The checker of the base release does not know distributions that came later.
  if [ "$DISTID" = auto ]; then
    RELEASE=$(cat /etc/os-release)
    VERSION=$(printf '%s\n' "$RELEASE" | sed -n 's/^VERSION_ID="\{0,1\}\([0-9]*\).*$/\1/p')
    case $(printf '%s\n' "$RELEASE" | sed -n 's/^ID="\{0,1\}\([a-z]*\)"\{0,1\}$/\1/p')-$VERSION in
      rhel-8) DISTID=OL7 ;;
      rhel-9) DISTID=OL8 ;;
      sles-*) DISTID=SUSE$VERSION ;;
      *) DISTID= ;;
    esac
  fi
  [ -z "$DISTID" ] || echo "the checker is told that this is $DISTID (CV_ASSUME_DISTID)"
  # Runs the installer with the response file; its output goes to a file, so that it outlives whoever reads it.
  installer() {
    : >"$JOB/$INSTALLER.out"
    as_owner flock -n -E 75 "$WORK/lock" env ${DISTID:+"CV_ASSUME_DISTID=$DISTID"} "$NEW_HOME/$INSTALLER" -silent \
      -waitforcompletion "$@" -responseFile "$WORK/install.rsp" >"$JOB/$INSTALLER.out" 2>&1 &
    PROCESS=$!
    tail -n +1 -f -s 0.2 --pid="$PROCESS" "$JOB/$INSTALLER.out"
    CODE=0
    wait "$PROCESS" || CODE=$?
    [ "$CODE" != 75 ] || stop "an installation of $NEW_HOME that an earlier try began still runs" 16
    session_log "$JOB/$INSTALLER.out"
  }
  fatal() {
    grep -F '[FATAL]' "$JOB/$INSTALLER.out" | tail -n 1 || true
  }

  installer -executePrereqs
  IGNORE=
  FAILED=$(failed_prerequisites)
  LEFT=
  OLD=$IFS
  IFS='
'
  for ONE in $FAILED; do
    case $ONE in
      *'|IGNORABLE') echo "finding: prerequisite ${ONE%%|*} is not met, which Oracle lets pass; see $LOG" ;;
      *)
        if accepted "${ONE%%|*}"; then
          echo "finding: prerequisite ${ONE%%|*} (${ONE#*|}) is not met, and was accepted by its name"
          IGNORE=-ignorePrereqFailure
        else
          LEFT="$LEFT${LEFT:+, }${ONE%%|*} (${ONE#*|})"
        fi
        ;;
    esac
  done
  IFS=$OLD
  [ -z "$LEFT" ] || stop "prerequisites of the installer are not met: $LEFT; see $LOG"
  if [ -n "$(fatal)" ] || { [ "$CODE" != 0 ] && [ "$CODE" != 6 ]; }; then
    # What was accepted is the one thing that may stop it here.
    case "$(grep -c -F '[FATAL]' "$JOB/$INSTALLER.out" || true) $(fatal)" in
      "1 "*INS-13013*) [ -n "$IGNORE" ] || stop "the installer finds prerequisites that are not met, and its log names none: $(fatal); see $LOG" 15 ;;
      *) stop "the check of prerequisites ended with code $CODE: $(fatal) see $LOG" 15 ;;
    esac
  fi

  made installing
  if [ -n "$UPDATE" ]; then
    installer ${IGNORE:+"$IGNORE"} -applyRU "$UPDATE"
  else
    installer ${IGNORE:+"$IGNORE"}
  fi
  case $CODE in
    0) ;;
    6)
      echo "finding: the installer ended with warnings (code 6); see $LOG"
      grep -F '[WARNING]' "$JOB/$INSTALLER.out" | sed 's/^/finding: /' || true
      ;;
    *) stop "the installer ended with code $CODE: $(fatal) see $LOG" 15 ;;
  esac
  registered || stop "the installer ended with code $CODE, and $NEW_HOME is not registered in $INVENTORY" 15
  made installed
fi

if noted "# $OWNER"; then
  if [ ! -e "$ETC/oraInst.loc" ]; then
    made pointer
    $AS_ROOT "$INVENTORY/orainstRoot.sh" || stop "orainstRoot.sh ended with code $?" 15
  fi
  if ! noted root.sh; then
    $AS_ROOT "$NEW_HOME/root.sh" || stop "root.sh of $NEW_HOME ended with code $?" 15
    made root.sh
  fi
fi
if [ "$KIND" = grid ]; then
  if noted "# $OWNER" && ! has_runs; then
    made restart
    $AS_ROOT "$NEW_HOME/crs/install/roothas.sh" || stop "roothas.sh ended with code $?" 15
    has_runs || stop "roothas.sh ended well, and Oracle Restart does not run" 15
  fi
  if noted "# $OWNER" && ! noted nodes; then
    as_owner "$NEW_HOME/oui/bin/runInstaller" -silent -waitforcompletion -updateNodeList "ORACLE_HOME=$NEW_HOME" -defaultHomeName \
      CLUSTER_NODES= CRS=TRUE || stop "the inventory does not take $NEW_HOME as that of Oracle Restart: code $?" 15
    made nodes
  fi
  has_runs || stop "Oracle Restart does not run from $NEW_HOME" 15
fi
as_owner "$NEW_HOME/bin/sqlplus" -V || stop "sqlplus of $NEW_HOME does not say its release" 15
as_owner "$NEW_HOME/OPatch/opatch" version || stop "opatch of $NEW_HOME does not say its version" 15
SEEN=$(as_owner "$NEW_HOME/OPatch/opatch" lspatches) || stop "opatch of $NEW_HOME does not say what is patched into it" 15
printf '%s\n' "$SEEN"
if noted "# $OWNER" && [ -n "$UPDATE_ZIP" ] && ! printf '%s\n' "$SEEN" | grep -q '^[0-9][0-9]*;'; then
  stop "$NEW_HOME was installed with ${UPDATE_ZIP%% *}, and OPatch finds no patch in it" 15
fi
if noted "# $OWNER"; then
  $AS_ROOT rm -rf "$WORK"
fi
echo "home $NEW_HOME is installed"
