#!/bin/sh
# Prepares a Linux on IBM Z server for Oracle: huge pages of 1 MB, kernel settings, user, staging directory.
# Looks before each act, keeps a record of what it made, and checks in the end.
# Exit codes: 0 done, 10 fewer huge pages than wanted, 11 user or directory not as wanted.
set -eu
OWNER={{owner}}
PAGES={{huge_pages}}
SYSCTL_DIR={{sysctl_dir}}
STAGING={{staging}}
ORACLE_USER={{user}}
ORACLE_GROUP={{group}}
PRIVATE={{private_interfaces}}
[ "$PRIVATE" != none ] || PRIVATE=
SETTINGS="$SYSCTL_DIR/97-gulliver-oracle.conf"
RECORD="$SYSCTL_DIR/.gulliver-made"

AS_ROOT=
[ "$(id -u)" = 0 ] || AS_ROOT="sudo -n"

made() {
  grep -qx "$1" "$RECORD" 2>/dev/null || printf '%s\n' "$1" | $AS_ROOT tee -a "$RECORD" >/dev/null
}

if [ -e "$SETTINGS" ] && ! grep -qxF "# $OWNER" "$SETTINGS"; then
  echo "$SETTINGS is there and not ours"
  exit 11
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

if ! getent group "$ORACLE_GROUP" >/dev/null; then
  made "group $ORACLE_GROUP"
  $AS_ROOT groupadd "$ORACLE_GROUP"
fi
if ! getent passwd "$ORACLE_USER" >/dev/null; then
  made "user $ORACLE_USER"
  $AS_ROOT useradd -m -g "$ORACLE_GROUP" "$ORACLE_USER"
fi
if [ ! -d "$STAGING" ]; then
  made "directory $STAGING"
  $AS_ROOT mkdir -p "$STAGING"
fi
$AS_ROOT chown "$ORACLE_USER:$ORACLE_GROUP" "$STAGING"

SEEN=$(sysctl -n vm.nr_hugepages)
if [ "$SEEN" -lt "$PAGES" ]; then
  echo "the kernel gave $SEEN huge pages of 1 MB, wanted $PAGES"
  exit 10
fi
getent passwd "$ORACLE_USER" >/dev/null || { echo "user $ORACLE_USER is not there"; exit 11; }
[ -d "$STAGING" ] || { echo "staging directory $STAGING is not there"; exit 11; }
echo "prepared: $SEEN huge pages, user $ORACLE_USER, staging $STAGING"
