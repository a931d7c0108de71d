#!/bin/sh
# Lets a running Linux take up processors and memory that its hypervisor gives it, or give processors back. Looks before each act
# and checks in the end; what is as wanted already is left alone. Memory is only ever added.
# Exit codes: 0 done, 11 something is not as wanted, 14 the login may not use sudo.
set -eu
umask 022
CPUS={{cpus}}
MEMORY_MIB={{memory_mib}}
LC_ALL=C
export LC_ALL

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
# Numbers of processors that are online (yes) or not (no), the lowest first.
processors() {
  lscpu -e=CPU,ONLINE | awk -v online="$1" '$2 == online { print $1 }'
}
count() {
  processors yes | wc -l | tr -d ' '
}
memory_mib() {
  lsmem -b --summary=only | awk -v what="$1" '$0 ~ "^Total " what " memory:" { printf "%d", $NF / 1048576 }'
}

if [ "$CPUS" -gt 0 ] && [ "$(count)" -lt "$CPUS" ]; then
  $AS_ROOT chcpu -r >/dev/null || true
  for ONE in $(processors no); do
    [ "$(count)" -lt "$CPUS" ] || break
    $AS_ROOT chcpu -e "$ONE" >/dev/null || { echo "processor $ONE cannot be put online"; exit 11; }
  done
fi
if [ "$CPUS" -gt 0 ] && [ "$(count)" -gt "$CPUS" ]; then
  for ONE in $(processors yes | sort -rn); do
    [ "$(count)" -gt "$CPUS" ] || break
    $AS_ROOT chcpu -d "$ONE" >/dev/null || { echo "processor $ONE cannot be put offline"; exit 11; }
  done
fi
[ "$CPUS" = 0 ] || [ "$(count)" = "$CPUS" ] || { echo "$(count) processors are online, wanted $CPUS: the hypervisor gives no more"; exit 11; }
ONLINE=$(memory_mib online)
if [ "$MEMORY_MIB" -gt "$ONLINE" ]; then
  MORE=$((MEMORY_MIB - ONLINE))
  HAS=$(memory_mib offline)
  [ "$HAS" -ge "$MORE" ] || { echo "$MORE MiB more are wanted, and $HAS MiB of memory are offline here: the hypervisor gives no more"; exit 11; }
  $AS_ROOT chmem -e "${MORE}m" >/dev/null || { echo "$MORE MiB of memory cannot be put online"; exit 11; }
fi
ONLINE=$(memory_mib online)
[ "$ONLINE" -ge "$MEMORY_MIB" ] || { echo "$ONLINE MiB of memory are online, wanted $MEMORY_MIB"; exit 11; }
echo "online: $(count) processors, $ONLINE MiB"
