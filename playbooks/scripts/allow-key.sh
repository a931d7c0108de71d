#!/bin/sh
# Lets the key of one copy in, for what ./send does and nothing else: line.txt goes into the login's authorized_keys.
umask 077
here=$(pwd)
name={{name}}
mkdir -p ~/.gulliver/copies/"$name" ~/.ssh && cp "$here/send" ~/.gulliver/copies/"$name"/ || { echo "no room in $HOME"; exit 10; }
exec 9> ~/.gulliver/copies.lock && flock -w 30 9 || { echo "somebody else is at authorized_keys"; exit 12; }
keys=$(readlink -f ~/.ssh/authorized_keys) || exit 10
new=$keys.$name
: > "$new" || { echo "nothing can be written beside $keys"; exit 10; }
if [ -e "$keys" ]; then
    chmod --reference="$keys" "$new"
    grep -v " $name\$" "$keys" > "$new"
    [ $? -le 1 ] || { echo "$keys cannot be read"; rm -f "$new"; exit 11; }
fi
cat "$here/line.txt" >> "$new" && mv -f "$new" "$keys" || { echo "$keys cannot be written"; rm -f "$new"; exit 11; }
