#!/bin/sh
# Reads what tuning checks want to know of a server, and says it as lines "fact NAME VALUE"; words of a list stand apart by
# blanks, and the last line "facts N" says how many there are. Changes nothing.
# What cannot be read has no line, so that its checks are not measured: nothing is ever taken for 0, or for well.
# Exit codes: 0 all that can be read was read, 14 the login may not use sudo.
set -u
ORACLE_USER={{user}}
PRIVATE={{private_interfaces}}
[ "$PRIVATE" != none ] || PRIVATE=
SYSCTL_DIR={{sysctl_dir}}
LC_ALL=C
export LC_ALL

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi

fact() { printf 'fact %s %s\n' "$1" "$(printf '%s' "$2" | tr -s ' \t\n' ' ')"; }
# A fact that has a value.
known() { [ -z "$2" ] || fact "$1" "$2"; }
setting() { known "$1" "$(sysctl -n "$2" 2>/dev/null)"; }
yes_or_no() { if [ "$2" = 0 ]; then fact "$1" true; else fact "$1" false; fi; }
content() { cat "$1" 2>/dev/null; }
names() { ls "$1" 2>/dev/null; }

hypervisor() {
  SYSINFO=$(content /proc/sysinfo)
  CONTROL=$(printf '%s\n' "$SYSINFO" | sed -n 's/^VM00 Control Program: *//p')
  case $CONTROL in
    z/VM*)
      fact hypervisor.kind zvm
      known hypervisor.lpar_cpus "$(printf '%s\n' "$SYSINFO" | sed -n 's/^LPAR CPUs Total: *\([0-9][0-9]*\).*$/\1/p')"
      GUEST=$(printf '%s\n' "$SYSINFO" | sed -n 's/^VM00 Name: *\([^ ]*\).*$/\1/p')
      # Most guests may not ask for it.
      known hypervisor.relative_share "$($AS_ROOT vmcp QUERY SHARE "$GUEST" 2>/dev/null | sed -n 's/^.*RELATIVE SHARE *= *\([0-9][0-9]*\).*$/\1/p' | head -n 1)"
      ;;
    '') [ -z "$SYSINFO" ] || fact hypervisor.kind lpar ;;
  esac
  known hypervisor.vcpus "$(nproc --all 2>/dev/null)"
  known hypervisor.threads_per_core "$(lscpu 2>/dev/null | sed -n 's/^Thread(s) per core: *\([0-9][0-9]*\)$/\1/p')"
  case $(content /proc/sys/s390/topology) in
    1) fact hypervisor.topology true ;;
    0) fact hypervisor.topology false ;;
  esac
  known hypervisor.low_polarity_cpus "$(lscpu -e=CPU,ONLINE,POLARIZATION 2>/dev/null | awk '
    NR > 1 && $3 ~ /^(vert-|horizontal)/ {known = 1}
    NR > 1 && $2 == "yes" && $3 == "vert-low" {low++}
    END {if (known) print low + 0}')"
  known hypervisor.steal_percent "$(content /proc/stat | awk '
    $1 == "cpu" && NF >= 9 {all = 0; for (i = 2; i <= 9; i++) all += $i; if (all > 0) printf "%.2f", 100 * $9 / all}')"
}

memory() {
  content /proc/meminfo | awk '
    {value[$1] = $2}
    END {
      total = value["MemTotal:"]; size = value["Hugepagesize:"]
      if (total > 0) printf "fact memory.gib %.3f\n", total / 1048576
      if ("SwapTotal:" in value && "SwapFree:" in value)
        printf "fact memory.swap_used_mb %.0f\n", (value["SwapTotal:"] - value["SwapFree:"]) / 1024
      if ("PageTables:" in value) printf "fact pages.tables_mb %.0f\n", value["PageTables:"] / 1024
      if (!("HugePages_Total:" in value) || !(size > 0)) exit
      pages = value["HugePages_Total:"]
      printf "fact pages.total %.0f\nfact pages.size_kb %.0f\n", pages, size
      printf "fact pages.idle_mb %.0f\n", (value["HugePages_Free:"] - value["HugePages_Rsvd:"]) * size / 1024
      if (total > pages * size && "Cached:" in value && "MemFree:" in value)
        printf "fact memory.cache_free_percent %.2f\n", 100 * (value["MemFree:"] + value["Cached:"]) / (total - pages * size)
    }'
  known pages.transparent "$(content /sys/kernel/mm/transparent_hugepage/enabled | sed -n 's/^.*\[\(.*\)\].*$/\1/p')"
  LINE=$(content /proc/cmdline)
  if [ -n "$LINE" ]; then
    BOOT=$(printf '%s\n' "$LINE" | tr ' ' '\n' | sed -n 's/^hugepages=\([0-9][0-9]*\)$/\1/p' | tail -n 1)
    fact pages.at_boot "${BOOT:-0}"
    case " $LINE " in
      *' numa=off '*) fact linux.numa_off true ;;
      *) fact linux.numa_off false ;;
    esac
  fi
  FEATURES=$(content /proc/cpuinfo | sed -n 's/^features[^:]*://p' | head -n 1)
  if [ -n "$FEATURES" ]; then
    case " $FEATURES " in
      *' edat '*) fact pages.edat true ;;
      *) fact pages.edat false ;;
    esac
  fi
  LOCKED=$($AS_ROOT su - "$ORACLE_USER" -c 'ulimit -l' 2>/dev/null </dev/null | tail -n 1)
  case $LOCKED in
    unlimited) fact pages.memlock_kb -1 ;;
    *[!0-9]* | '') ;;
    *) fact pages.memlock_kb "$LOCKED" ;;
  esac
}

processes() {
  RUNNING=$(ps -eo class,args 2>/dev/null) || return 0
  fact pages.instances "$(printf '%s\n' "$RUNNING" | grep -c '^ *[A-Z-]* *ora_pmon_')"
  # Oracle sets its clock and, in a cluster, its lock managers so by itself.
  fact linux.realtime_oracle "$(printf '%s\n' "$RUNNING" | grep -E '^ *(RR|FF) +ora_' | grep -cvE 'ora_(vktm|lm[s0-9])')"
}

system() {
  RELEASE=$(content /etc/os-release)
  known linux.distribution "$(printf '%s\n' "$RELEASE" | sed -n 's/^ID="\{0,1\}\([a-z_.-]*\)"\{0,1\}$/\1/p')"
  known linux.major "$(printf '%s\n' "$RELEASE" | sed -n 's/^VERSION_ID="\{0,1\}\([0-9]*\).*$/\1/p')"
  setting linux.swappiness vm.swappiness
  setting linux.aio_nr fs.aio-nr
  setting linux.aio_max fs.aio-max-nr
  # Whoever may not read the kernel's log is shown an empty one and no error: it counts where it begins with the boot.
  FAILURES=$($AS_ROOT journalctl -k -b -q 2>/dev/null | awk '
    /Linux version / {whole = 1}
    /page allocation failure/ {failures++}
    END {if (whole) print failures + 0}')
  if [ -n "$FAILURES" ]; then
    fact linux.allocation_failures "$FAILURES"
    fact paths.errors "$($AS_ROOT journalctl -k -q --since -24h 2>/dev/null | grep -cE 'I/O error, dev |Medium access timeout failure')"
  fi
  known linux.schedulers "$(names /sys/block | grep -E '^(sd|dm-|dasd)' | while read -r DEVICE; do
    content "/sys/block/$DEVICE/queue/scheduler"
  done | sed 's/^.*\[\(.*\)\].*$/\1/' | sort -u)"
  if rpm --version >/dev/null 2>&1; then
    rpm -q libaio >/dev/null 2>&1 || rpm -q libaio1 >/dev/null 2>&1
    yes_or_no linux.libaio $?
  fi
  # Where no file says so, it is the distribution's default, which is no on some and yes on others.
  known linux.remove_ipc "$(systemd-analyze cat-config systemd/logind.conf 2>/dev/null | sed -n 's/^ *RemoveIPC *= *//p' | tail -n 1 \
    | sed 's/^\(false\|0\|off\|n\)$/no/; s/^\(true\|1\|on\|y\)$/yes/')"
  if TRACKING=$(chronyc -n tracking 2>/dev/null); then
    printf '%s\n' "$TRACKING" | grep -q '^Leap status *: *Normal'
    yes_or_no linux.clock_synchronised $?
  else
    case $(timedatectl show -p NTPSynchronized --value 2>/dev/null) in
      yes) fact linux.clock_synchronised true ;;
      no) fact linux.clock_synchronised false ;;
    esac
  fi
  case $(systemctl is-active sysstat 2>/dev/null)/$(systemctl is-active sysstat-collect.timer 2>/dev/null) in
    active/* | */active) fact linux.sysstat true ;;
    /) ;;
    *) fact linux.sysstat false ;;
  esac
}

storage() {
  DASD=$(lsdasd -u 2>/dev/null | grep '^[0-9a-f]')
  # A system may lie on a disk of the other kind: PAV aliases are there for volumes that databases are on.
  if [ -n "$(lszfcp -D 2>/dev/null)" ] && ! printf '%s\n' "$DASD" | grep -q ' alias '; then
    fact storage.kind fcp
  elif [ -n "$DASD" ]; then
    fact storage.kind eckd
    # Aliases of HyperPAV belong to no base: their uid ends so.
    printf '%s\n' "$DASD" | grep -qE ' alias .*[.:]xx *$'
    yes_or_no storage.hyperpav $?
  fi
  PORTS=$(lszfcp -H -a 2>/dev/null | grep port_type)
  if printf '%s\n' "$PORTS" | grep port_type | grep -qv NPIV; then
    fact paths.npiv false
  elif [ -n "$PORTS" ]; then
    fact paths.npiv true
  fi
  MAPS=$($AS_ROOT multipathd show maps raw format '%w|%n' 2>/dev/null) || MAPS=
  SEEN=$($AS_ROOT multipathd show paths raw format '%w|%i|%d|%t|%o|%R|%r|%T' 2>/dev/null) || SEEN=
  if [ -n "$MAPS" ] && [ -n "$SEEN" ]; then
    printf '%s\n%s\n' "$MAPS" "$SEEN" | tr -d '[]' | awk -F'|' '
      NF == 2 {maps[$1] = 1}
      NF == 8 {
        if ($4 == "failed" || $5 == "offline" || $8 ~ /^(faulty|shaky|down|i\/o timeout)/) failed++
        if ($4 != "active" || $5 != "running" || $8 !~ /^(ready|ghost)/) next
        active[$1]++
        split($2, address, ":")
        port = $6 ~ /^0x/ ? $6 : address[1]
        if (!(($1, port) in through)) {through[$1, port] = 1; ports[$1]++}
      }
      END {
        for (one in maps) {
          if (fewest == "" || active[one] + 0 < fewest) fewest = active[one] + 0
          if (least == "" || ports[one] + 0 < least) least = ports[one] + 0
        }
        print "fact paths.fewest " fewest
        print "fact paths.adapters " least
        print "fact paths.failed " failed + 0
      }'
  fi
  CONFIG=$($AS_ROOT multipathd show config local 2>/dev/null) || CONFIG=
  known paths.rr_min_io_rq "$(printf '%s\n' "$CONFIG" | tr -d '"' | awk '$1 == "rr_min_io_rq" && $2 + 0 > most {most = $2 + 0} END {print most}')"
  # What stands further down (devices, overrides) takes the place of the defaults.
  known paths.selector "$(printf '%s\n' "$CONFIG" | sed -n 's/^[[:space:]]*path_selector[[:space:]]*"\(.*\)".*$/\1/p' | tail -n 1)"
  if BLOCKS=$(names /sys/class/block); then
    fact storage.misaligned "$(printf '%s\n' "$BLOCKS" | grep -E '^sd[a-z]+[0-9]+$' | while read -r PARTITION; do
      content "/sys/class/block/$PARTITION/start" | awk -v of="$PARTITION" '$1 % 8 != 0 {print of}'
    done)"
  fi
}

network() {
  setting network.syn_backlog net.ipv4.tcp_max_syn_backlog
  setting network.somaxconn net.core.somaxconn
  setting network.device_backlog net.core.netdev_max_backlog
  setting network.wmem_default net.core.wmem_default
  setting network.wmem_max net.core.wmem_max
  fact network.private "$PRIVATE"
  # The higher one of the interface's own and that of all holds. A dot in its name is a slash in its key.
  ALL=$(sysctl -n net.ipv4.conf.all.rp_filter 2>/dev/null || echo 0)
  fact network.not_loose "$(for ONE in $PRIVATE; do
    OWN=$(sysctl -n "net.ipv4.conf.$(printf '%s' "$ONE" | tr . /).rp_filter" 2>/dev/null || echo none)
    [ "$OWN" = 2 ] || { [ "$ALL" = 2 ] && [ "$OWN" != none ]; } || echo "$ONE"
  done)"
  known network.private_mtu "$(for ONE in $PRIVATE; do
    content "/sys/class/net/$ONE/mtu" || echo unknown
  done | sort -n | awk '$1 == "unknown" {exit} NR == 1 {least = $1} END {if ($1 != "unknown") print least}')"
  SET=$(cat /etc/sysctl.conf "$SYSCTL_DIR"/*.conf 2>/dev/null \
    | sed -n 's/^[[:space:]]*-\{0,1\}\([a-zA-Z][a-zA-Z0-9_./-]*\)[[:space:]]*=[[:space:]]*\(.*[^[:space:]]\)[[:space:]]*$/\1 \2/p')
  fact network.unresolved_keys "$(printf '%s\n' "$SET" | awk 'NF {print $1}' | sort -u | while read -r KEY; do
    sysctl -n "$KEY" >/dev/null 2>&1 || echo "$KEY"
  done)"
  fact network.contradicted_keys "$(printf '%s\n' "$SET" | awk '
    NF {key = $1; $1 = ""; if (key in value && value[key] != $0) twice[key] = 1; value[key] = $0}
    END {for (key in twice) print key}' | sort)"
  if CARDS=$(lsqeth -p 2>/dev/null); then
    fact network.hipersockets "$(printf '%s\n' "$CARDS" | awk '/HiperSockets/ {print $3}')"
  fi
  if CARDS=$(names /sys/class/net) && CPUS=$(nproc 2>/dev/null); then
    fact network.rps_uncovered "$(printf '%s\n' "$CARDS" | while read -r CARD; do
      names "/sys/class/net/$CARD/device" >/dev/null || continue
      [ "$(names "/sys/class/net/$CARD/queues" | grep -c '^rx-')" = 1 ] || continue
      content "/sys/class/net/$CARD/queues/rx-0/rps_cpus" | tr -d ',' | awk -v card="$CARD" -v cpus="$CPUS" '
        {bits = 0; for (i = 1; i <= length($0); i++) bits += substr("0112122312232334", index("0123456789abcdef", substr($0, i, 1)), 1)
         if (bits < cpus) print card}'
    done)"
  fi
}

FACTS=$(
  hypervisor
  memory
  processes
  system
  storage
  network
)
printf '%s\n' "$FACTS"
echo "facts $(printf '%s\n' "$FACTS" | grep -c '^fact ')"
