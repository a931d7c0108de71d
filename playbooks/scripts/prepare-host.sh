#!/bin/sh
# Prepares a Linux on IBM Z server for Oracle: packages looked at, huge pages of 1 MB, no transparent ones, kernel settings,
# groups and user with fixed ids, limits of the user, IPC objects that outlive a logout, time, sysstat, staging directory.
# Looks before each act, keeps a record of what it made, and checks in the end. A line "finding: ..." says what a person
# should see to, and stops nothing.
# Exit codes: 0 done, 10 fewer huge pages than wanted, 11 something is not as wanted, 14 the login may not use sudo.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
PAGES={{huge_pages}}
SYSCTL_DIR={{sysctl_dir}}
STAGING={{staging}}
ORACLE_USER={{user}}
ORACLE_GROUP={{group}}
PRIVATE={{private_interfaces}}
[ "$PRIVATE" != none ] || PRIVATE=
ETC={{etc_dir}}
GROUPS_WANTED={{groups}}
ORACLE_ID={{user_id}}
PACKAGES={{packages}}
NAME=97-gulliver-oracle.conf
SETTINGS="$SYSCTL_DIR/$NAME"
LIMITS="$ETC/security/limits.d/$NAME"
LOGIND="$ETC/systemd/logind.conf.d/$NAME"
TMPFILES="$ETC/tmpfiles.d/$NAME"
RECORD="$SYSCTL_DIR/.gulliver-made"
TRANSPARENT=/sys/kernel/mm/transparent_hugepage/enabled

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi

stop() {
  echo "$1"
  exit 11
}
made() {
  grep -qx "$1" "$RECORD" 2>/dev/null || printf '%s\n' "$1" | $AS_ROOT tee -a "$RECORD" >/dev/null
}

for FILE in "$SETTINGS" "$LIMITS" "$LOGIND" "$TMPFILES"; do
  if [ -e "$FILE" ] && ! grep -qxF "# $OWNER" "$FILE"; then
    stop "$FILE is there and not ours"
  fi
done

# Nothing is changed before all that a person has to mend is known: packages, ids of groups and of the user.
RELEASE=$(cat /etc/os-release)
OS=$(printf '%s\n' "$RELEASE" | sed -n 's/^ID="\{0,1\}\([a-z]*\)"\{0,1\}$/\1/p')
VERSION=$(printf '%s\n' "$RELEASE" | sed -n 's/^VERSION_ID="\{0,1\}\([0-9]*\).*$/\1/p')
LIST=
for ONE in $PACKAGES; do
  [ "${ONE%%=*}" != "$OS-$VERSION" ] || LIST=$(printf '%s' "${ONE#*=}" | tr , ' ')
done
if [ -z "$LIST" ]; then
  echo "finding: no list of packages is known for $OS $VERSION: run Oracle's RPM checker for Linux on System z"
fi
MISSING=
for ONE in $LIST; do
  rpm -q "$ONE" >/dev/null 2>&1 || MISSING="$MISSING $ONE"
done
[ -z "$MISSING" ] || stop "packages that Oracle wants are missing:$MISSING"
for ONE in $GROUPS_WANTED; do
  GROUP=${ONE%%=*}
  ID=${ONE#*=}
  SEEN=$(getent group "$GROUP" | cut -d: -f3)
  if [ -z "$SEEN" ]; then
    SEEN=$(getent group "$ID" | cut -d: -f1)
    [ -z "$SEEN" ] || stop "group id $ID is that of $SEEN, wanted for $GROUP"
  elif [ "$SEEN" != "$ID" ]; then
    stop "group $GROUP has the id $SEEN, wanted $ID"
  fi
done
SEEN=$(getent passwd "$ORACLE_USER" | cut -d: -f3)
if [ -z "$SEEN" ]; then
  SEEN=$(getent passwd "$ORACLE_ID" | cut -d: -f1)
  [ -z "$SEEN" ] || stop "user id $ORACLE_ID is that of $SEEN, wanted for $ORACLE_USER"
elif [ "$SEEN" != "$ORACLE_ID" ]; then
  stop "user $ORACLE_USER has the id $SEEN, wanted $ORACLE_ID"
fi

$AS_ROOT mkdir -p "$SYSCTL_DIR"
grep -q '^pages ' "$RECORD" 2>/dev/null || made "pages $(sysctl -n vm.nr_hugepages)"
# A setting that is higher already stays: a newer kernel's default may be.
at_least() {
  HAVE=$(sysctl -n "$1" 2>/dev/null || echo 0)
  if [ "$HAVE" -gt "$2" ] 2>/dev/null; then echo "$1 = $HAVE"; else echo "$1 = $2"; fi
}
# Loose checks of the sender, on the private interfaces of a cluster alone: strict ones drop traffic between its nodes.
# A dot in the name of an interface is a slash in its key.
key() {
  printf 'net.ipv4.conf.%s.rp_filter' "$(printf '%s' "$1" | tr . /)"
}
loose() {
  for ONE in $PRIVATE; do echo "$(key "$ONE") = 2"; done
}
# Shared memory may be as large as the huge pages and as long as the machine; semaphores and ports as Oracle asks.
$AS_ROOT tee "$SETTINGS.new" >/dev/null <<SETTINGS_END
# $OWNER
vm.nr_hugepages = $PAGES
vm.swappiness = 1
kernel.sem = 250 32000 100 128
kernel.shmmni = 4096
kernel.panic_on_oops = 1
$(at_least fs.file-max 6815744)
$(at_least fs.aio-max-nr 1048576)
net.ipv4.ip_local_port_range = 9000 65500
$(at_least net.core.rmem_default 262144)
$(at_least net.core.rmem_max 4194304)
$(at_least net.core.wmem_default 4194304)
$(at_least net.core.wmem_max 4194304)
$(at_least net.core.netdev_max_backlog 25000)
$(at_least net.core.somaxconn 1024)
$(at_least net.ipv4.tcp_max_syn_backlog 10000)
SETTINGS_END
loose | $AS_ROOT tee -a "$SETTINGS.new" >/dev/null
$AS_ROOT mv "$SETTINGS.new" "$SETTINGS"
$AS_ROOT sysctl -p "$SETTINGS"
# What holds is what the kernel says, not what a file does.
for ONE in $PRIVATE; do
  SEEN=$(sysctl -n "$(key "$ONE")" 2>/dev/null || echo none)
  if [ "$SEEN" != 2 ]; then
    echo "rp_filter of the private interface $ONE is $SEEN, wanted 2: see whether there is such an interface"
    exit 11
  fi
done

# Writes a file of settings of ours; LAID says whether that changed anything.
lay() {
  NEW="# $OWNER
$2"
  LAID=no
  if [ "$(cat "$1" 2>/dev/null || true)" != "$NEW" ]; then
    made "file $1"
    $AS_ROOT mkdir -p "${1%/*}"
    printf '%s\n' "$NEW" | $AS_ROOT tee "$1" >/dev/null
    LAID=yes
  fi
}

# Transparent huge pages: off now, and at each start before a database does.
if MODES=$(cat "$TRANSPARENT" 2>/dev/null); then
  case $MODES in
    *'[never]'*) ;;
    *)
      grep -q '^transparent ' "$RECORD" || made "transparent $(printf '%s' "$MODES" | sed 's/^.*\[\(.*\)\].*$/\1/')"
      echo never | $AS_ROOT tee "$TRANSPARENT" >/dev/null
      ;;
  esac
  lay "$TMPFILES" "w $TRANSPARENT - - - - never"
  case $(cat "$TRANSPARENT") in
    *'[never]'*) ;;
    *) stop "transparent huge pages are $(cat "$TRANSPARENT"), wanted never" ;;
  esac
fi

for ONE in $GROUPS_WANTED; do
  if ! getent group "${ONE%%=*}" >/dev/null; then
    made "group ${ONE%%=*}"
    $AS_ROOT groupadd -g "${ONE#*=}" "${ONE%%=*}"
  fi
done
getent group "$ORACLE_GROUP" >/dev/null || stop "group $ORACLE_GROUP is not among the groups wanted: $GROUPS_WANTED"
if ! getent passwd "$ORACLE_USER" >/dev/null; then
  made "user $ORACLE_USER"
  $AS_ROOT useradd -m -u "$ORACLE_ID" -g "$ORACLE_GROUP" "$ORACLE_USER"
fi
for ONE in $GROUPS_WANTED; do
  case " $(id -nG "$ORACLE_USER") " in
    *" ${ONE%%=*} "*) ;;
    *)
      made "member ${ONE%%=*}"
      $AS_ROOT usermod -a -G "${ONE%%=*}" "$ORACLE_USER"
      ;;
  esac
done
# Locked memory, KB: the whole pool, and 90 % of the memory as Oracle's checker wants with huge pages.
MEMORY=$(cat /proc/meminfo)
MEMORY=$(printf '%s\n' "$MEMORY" | sed -n 's/^MemTotal: *\([0-9]*\) kB$/\1/p')
MEMLOCK=$((PAGES * 1024))
MOST=$((${MEMORY:-0} * 9 / 10))
[ "$MEMLOCK" -ge "$MOST" ] || MEMLOCK=$MOST
lay "$LIMITS" "$ORACLE_USER soft nofile 1024
$ORACLE_USER hard nofile 65536
$ORACLE_USER soft nproc 16384
$ORACLE_USER hard nproc 16384
$ORACLE_USER soft stack 10240
$ORACLE_USER hard stack 32768
$ORACLE_USER soft memlock $MEMLOCK
$ORACLE_USER hard memlock $MEMLOCK"
# Else shared memory and semaphores of an instance go when the last session of its owner logs out.
lay "$LOGIND" "[Login]
RemoveIPC=no"
if [ "$LAID" = yes ]; then
  $AS_ROOT systemctl restart systemd-logind
fi

# Starts a service now and at each boot; fails where there is none of that name.
serve() {
  case $(systemctl is-enabled "$1" 2>/dev/null || true) in
    enabled) $AS_ROOT systemctl start "$1" ;;
    disabled)
      made "service $1"
      $AS_ROOT systemctl enable --now "$1"
      ;;
    *) return 1 ;;
  esac
}
serve chronyd || echo "finding: chronyd is not installed here, and nothing else was looked for that keeps the time"
serve sysstat || echo "finding: sysstat is not installed here: nothing will tell how busy this server was"
chronyc -n tracking 2>/dev/null | grep -q '^Leap status *: Normal' || echo "finding: the time of this server is not synchronised: see chronyc sources"

if [ "$STAGING" != none ]; then
  if [ ! -d "$STAGING" ]; then
    made "directory $STAGING"
    $AS_ROOT mkdir -p "$STAGING"
  fi
  $AS_ROOT chown "$ORACLE_USER:$ORACLE_GROUP" "$STAGING"
fi

SEEN=$(sysctl -n vm.nr_hugepages)
if [ "$SEEN" -lt "$PAGES" ]; then
  echo "the kernel gave $SEEN huge pages of 1 MB, wanted $PAGES"
  exit 10
fi
getent passwd "$ORACLE_USER" >/dev/null || { echo "user $ORACLE_USER is not there"; exit 11; }
[ "$STAGING" = none ] || [ -d "$STAGING" ] || { echo "staging directory $STAGING is not there"; exit 11; }
echo "prepared: $SEEN huge pages, user $ORACLE_USER in $(id -nG "$ORACLE_USER"), memlock $MEMLOCK KB"
