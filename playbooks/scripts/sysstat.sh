#!/bin/sh
# Says whether sysstat collects on this host. Changes nothing.
export LC_ALL=C
command -v sar >/dev/null 2>&1 && echo sar=yes || echo sar=no
# lines of samples of today; just after midnight those of yesterday
samples=$(sar -u 2>/dev/null | grep -c '^[0-9].* all ')
[ "$samples" -gt 0 ] || samples=$(sar -u -1 2>/dev/null | grep -c '^[0-9].* all ')
echo "samples=$samples"
echo "days=$(ls /var/log/sa /var/log/sysstat 2>/dev/null | grep -c '^sa[0-9]')"
echo "service=$(systemctl is-active sysstat 2>/dev/null)"
exit 0
