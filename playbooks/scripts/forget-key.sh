#!/bin/sh
# Takes the key of one copy out of the login's authorized_keys, and removes what belongs to the copy.
umask 077
name={{name}}
exec 9> ~/.gulliver/copies.lock && flock -w 30 9 || { echo "somebody else is at authorized_keys"; exit 12; }
keys=$(readlink -f ~/.ssh/authorized_keys)
new=$keys.$name
if grep -q " $name\$" "$keys" 2>/dev/null; then
    : > "$new" && chmod --reference="$keys" "$new" || { echo "nothing can be written beside $keys"; exit 10; }
    grep -v " $name\$" "$keys" > "$new"
    [ $? -le 1 ] && mv -f "$new" "$keys" || { echo "$keys cannot be written"; rm -f "$new"; exit 11; }
fi
[ -z "$keys" ] || rm -f "$new"
rm -rf ~/.gulliver/copies/"$name"
