#!/bin/sh
# Lists what lies around one database on its host and no export has: its line of oratab, files of Oracle Net, static services,
# password file, wallets, start at boot. Reads only, and prints nothing of what a wallet or a password file holds.
export LC_ALL=C
sid={{sid}}
given={{oracle_home}}
net={{tns_admin}}
part() { echo "==== gulliver $1"; }
oratab=$(cat /etc/oratab /var/opt/oracle/oratab 2>/dev/null | grep -v '^[[:space:]]*#')
part oratab
printf '%s\n' "$oratab"
mine=$(printf '%s\n' "$oratab" | awk -F: -v s="$sid" '
  tolower($1) == tolower(s) || tolower(substr($1, 1, length(s))) == tolower(s) && substr($1, length(s) + 1) ~ /^_?[0-9][0-9]?$/')
name=$(printf '%s\n' "$mine" | head -n 1 | cut -d: -f1)
home=$(printf '%s\n' "$mine" | head -n 1 | cut -d: -f2)
[ -n "$name" ] || name=$sid
[ -d "$home" ] || home=$given
[ -d "$home" ] || exit 0
part home
echo "$home"
ORACLE_HOME=$home
export ORACLE_HOME
# Of a home that is read only these lie elsewhere.
based=$home
config=$home
[ -x "$home/bin/orabasehome" ] && based=$("$home/bin/orabasehome" 2>/dev/null)
[ -x "$home/bin/orabaseconfig" ] && config=$("$home/bin/orabaseconfig" 2>/dev/null)
sqlnet=
for dir in "$net" "$based/network/admin" "$home/network/admin"; do
  [ -z "$sqlnet" ] && [ -n "$dir" ] && [ -r "$dir/sqlnet.ora" ] && sqlnet=$dir/sqlnet.ora
done
part sqlnet
[ -z "$sqlnet" ] || cat "$sqlnet"
part listener
listeners=$(ps -eo args 2>/dev/null | awk '{ for (i = 1; i <= NF; i++) if (sub(/\/bin\/tnslsnr$/, "", $i)) print $i }')
printf '%s\n' "$net" "$based/network/admin" "$home/network/admin" "$listeners" | awk 'NF && !seen[$0]++' |
  while read -r dir; do
    for file in "$dir/listener.ora" "$dir/network/admin/listener.ora"; do
      [ -r "$file" ] && grep -v -i '^[[:space:]]*PASSWORDS_' "$file"
    done
  done
part files
for dir in "$net" "$based/network/admin" "$home/network/admin"; do
  [ -n "$dir" ] && [ -f "$dir/ldap.ora" ] && { echo "net ldap.ora $dir/ldap.ora"; break; }
done
for dir in "$config/dbs" "$based/dbs" "$home/dbs"; do
  file=$(ls "$dir" 2>/dev/null | awk -v n="orapw$name" 'tolower($0) == tolower(n) || $0 == "orapw"' | head -n 1)
  [ -n "$file" ] && { echo "password-file $name $dir/$file"; break; }
done
if [ -n "$sqlnet" ]; then
  awk '/^[A-Za-z]/ { p = $0; sub(/[ \t]*=.*/, "", p) } /^[^#]/ && match(toupper($0), /DIRECTORY[ \t]*=[ \t]*/) {
    d = substr($0, RSTART + RLENGTH); sub(/[ \t)].*/, "", d); print toupper(p), d }' "$sqlnet" |
    while read -r parameter dir; do
      for file in ewallet.p12 cwallet.sso; do
        [ -f "$dir/$file" ] && echo "wallet $parameter $dir/$file"
      done
    done
fi
part units
systemctl list-unit-files --type=service --state=enabled --no-legend --no-pager 2>/dev/null | awk '{ print $1 }' |
  while read -r unit; do
    said=$(systemctl cat --no-pager "$unit" 2>/dev/null)
    case $said in
      *dbstart*) echo "dbstart $unit" ;;
      *"$home/bin/"*) echo "$unit" ;;
    esac
  done
grep -ls dbstart /etc/rc.d/rc3.d/S* /etc/rc3.d/S* 2>/dev/null | sed 's/^/dbstart /'
part restart
if [ -x "$home/bin/srvctl" ]; then
  timeout 60 "$home/bin/srvctl" config database 2>/dev/null | grep -E '^[A-Za-z0-9_$#.-]+$' | while read -r unique; do
    timeout 60 "$home/bin/srvctl" config database -d "$unique" 2>/dev/null | awk -v n="$unique" '
      sub(/^Management policy: */, "") { policy = $0 }
      sub(/^Database instances?: */, "") { gsub(/,/, " "); instances = $0 }
      END { if (policy != "") print n, policy, instances }'
  done
fi
exit 0
