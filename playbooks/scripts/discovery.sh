#!/bin/sh
# Asks one database with the rights of the operating system: run as the owner of Oracle's software. Reads only.
# Its output is the answer. A question that takes longer than its own limit is cancelled and the rest goes on; what takes
# longer than the limit of all is stopped, and what was answered until then stands.
# Exit: that of SQL*Plus; 73 no space left here, 124 stopped by the limit of all, 127 no SQL*Plus.
wanted={{oracle_sid}}
given={{oracle_home}}
listed={{inventory_home}}
script={{script}}
limit={{seconds}}
answers=answers.txt

# The running instance knows its name best: that of a cluster has a number behind it, and capitals matter.
running=$(ps -eo pid=,args= 2>/dev/null | awk '{ if (sub(/^ora_pmon_/, "", $NF)) print $1, $NF }')
ORACLE_SID=$(printf '%s\n' "$running" | awk -v w="$wanted" '
  $2 == w { exact = $2 }
  tolower($2) == tolower(w) { same = $2 }
  tolower(substr($2, 1, length(w))) == tolower(w) && substr($2, length(w) + 1) ~ /^_?[0-9][0-9]?$/ { n++; node = $2 }
  END { if (exact != "") print exact; else if (same != "") print same; else if (n == 1) print node; else print w }')

# Homes to try: where the instance runs from, where oratab says, and what inventory and program say.
homes() {
  printf '%s\n' "$running" | awk -v s="$ORACLE_SID" '$2 == s { print $1 }' | while read -r pid; do
    readlink "/proc/$pid/exe" 2>/dev/null | sed -n 's|/bin/oracle$||p'
  done
  cat /etc/oratab /var/opt/oracle/oratab 2>/dev/null | awk -F: -v s="$ORACLE_SID" -v w="$wanted" '
    /^[^#]/ && (tolower($1) == tolower(s) || tolower($1) == tolower(w)) { print $2 }'
  printf '%s\n' "$listed" "$given"
}
lines=$IFS
IFS='
'
set -f
# shellcheck disable=SC2046 # one home a line
set -- $(homes | awk 'NF && !seen[$0]++')
set +f
IFS=$lines
found=
several=
for home in "$@"; do
  [ -x "$home/bin/sqlplus" ] || continue
  if [ -n "$found" ]; then several=yes; else found=$home; fi
done
if [ -z "$found" ]; then
  echo "SP2-0667: no bin/sqlplus in $listed $given, nor in a home of $wanted in /etc/oratab, nor where an instance of it runs"
  exit 127
fi
unset TWO_TASK SQLPATH ORACLE_PATH NLS_DATE_FORMAT NLS_NUMERIC_CHARACTERS NLS_SORT NLS_COMP
NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export ORACLE_SID NLS_LANG
export LC_ALL=C

at_home() {
  ORACLE_HOME=$1
  LD_LIBRARY_PATH=$1/lib
  export ORACLE_HOME LD_LIBRARY_PATH
}
at_home "$found"
if [ -n "$several" ]; then
  # An instance answers only to the programs of its own home.
  for home in "$@"; do
    [ -x "$home/bin/sqlplus" ] || continue
    at_home "$home"
    printf 'SELECT instance_name FROM v$instance;\nEXIT\n' | "$home/bin/sqlplus" -S -L / as sysdba 2>&1 |
      grep -q -e ORA-01034 -e ORA-27101 -e ORA-12162 || { found=$home; break; }
  done
  at_home "$found"
fi

nap() { sleep 0.1 2>/dev/null || sleep 1; }

# ask FILE: begins to ask; the number of the process is in asked, its exit code will be in done.
ask() {
  rm -f done asked
  (
    "$ORACLE_HOME/bin/sqlplus" -S -L / as sysdba "@$1" </dev/null >>"$answers" 2>&1 &
    echo $! >asked
    wait $!
    echo $? >done
  ) &
  carrier=$!
  tries=0
  while [ ! -s asked ] && [ "$tries" -lt 100 ]; do nap; tries=$((tries + 1)); done
  asked=$(cat asked)
}

# at_work: whether the question that was looked at is still the last word.
at_work() {
  [ "$(grep -c '^gulliver question ' "$answers")" = "$count" ] &&
    grep '^gulliver [qe]' "$answers" | tail -n 1 | grep -q "^gulliver question $name "
}

# end: ends SQL*Plus, whatever it does.
end() {
  for signal in TERM KILL; do
    kill -s "$signal" "$asked" 2>/dev/null
    tries=0
    while [ ! -s done ] && [ "$tries" -lt 50 ]; do nap; tries=$((tries + 1)); done
  done
  wait "$carrier"
}

# cancel: breaks off the question at work. 0: SQL*Plus goes on with the next; 1: it did not, and is ended.
cancel() {
  kill -s INT "$asked" 2>/dev/null
  tries=0
  while [ ! -s done ] && [ "$tries" -lt 50 ] && at_work; do nap; tries=$((tries + 1)); done
  at_work || return 0
  end
  return 1
}

: >"$answers" || exit 73
begun=$(date +%s)
code=0
part=$script
while :; do
  ask "$part"
  seen=0
  polls=0
  again=
  while [ ! -s done ]; do
    if [ "$polls" -lt 30 ]; then nap; polls=$((polls + 1)); else sleep 1; fi
    now=$(date +%s)
    if [ $((now - begun)) -ge "$limit" ]; then
      end
      cat "$answers"
      exit 124
    fi
    count=$(grep -c '^gulliver question ' "$answers")
    if [ "$count" != "$seen" ]; then
      seen=$count
      since=$now
    fi
    last=$(grep '^gulliver [qe]' "$answers" | tail -n 1)
    case $last in
    'gulliver question '*)
      name=${last#gulliver question }
      name=${name%% *}
      allowed=$(sed -n "s/^-- limit $name //p" "$script" | head -n 1)
      if [ $((now - since)) -ge "${allowed:-60}" ]; then
        if ! cancel; then
          again=yes
          break
        fi
        since=$(date +%s)
      fi
      ;;
    esac
  done
  code=$(cat done)
  [ -n "$again" ] || break
  # It had to be ended: the question counts as stopped, and a new SQL*Plus asks those that follow.
  printf '\nORA-01013: stopped at its time limit of %s s\ngulliver end %s\n' "$allowed" "$name" >>"$answers"
  awk -v done="$count" '
    /^PROMPT gulliver question / { at++ }
    at == 0 && !/^PROMPT gulliver/ { print }
    at > done || /^PROMPT gulliver discovery 1 end/ { ended = 1 }
    ended { print }' "$script" >rest.sql || exit 73
  part=rest.sql
done
wait "$carrier" 2>/dev/null
cat "$answers" || exit 73
if ! tail -n 3 "$answers" | grep -q '^gulliver discovery 1 end' &&
  ! dd if=/dev/zero of=room bs=1024 count=256 2>/dev/null; then
  exit 73
fi
rm -f room
exit "$code"
