#!/bin/sh
# Reads what a host says of itself. Changes nothing; a program that is not there leaves its part empty.
export LC_ALL=C
part() { echo "==== gulliver $1"; }
part uname; uname -m 2>/dev/null
part os-release; cat /etc/os-release 2>/dev/null
part lscpu; lscpu 2>/dev/null
part meminfo; cat /proc/meminfo 2>/dev/null
part sysctl; sysctl -a 2>/dev/null | grep -E '^(vm\.(nr_hugepages|swappiness|dirty|overcommit)|kernel\.(shm|sem)|fs\.(file-max|aio-max-nr)|net\.(core\.[rw]mem|ipv4\.ip_local))'
part lsblk; lsblk -bdnro NAME,TYPE,SIZE 2>/dev/null
part lscpu-e; lscpu -e 2>/dev/null
part cmdline; cat /proc/cmdline 2>/dev/null
part lsblk-json; lsblk -J -b 2>/dev/null
part multipath; multipath -ll 2>/dev/null
part lsdasd; lsdasd 2>/dev/null
part lszfcp; lszfcp -H -P -D 2>/dev/null; lszfcp -H -a 2>/dev/null | grep port_type
part ip; ip -j -p addr 2>/dev/null
part ethtool; for nic in /sys/class/net/*; do [ -e "$nic/device" ] && ethtool "${nic##*/}" 2>/dev/null; done
part ps; ps -eo pid,ppid,user,args 2>/dev/null
part crontab; crontab -l 2>/dev/null; cat /etc/crontab /etc/cron.d/* 2>/dev/null
part df; df -Pk 2>/dev/null
exit 0
