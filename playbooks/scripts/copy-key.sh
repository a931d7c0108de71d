#!/bin/sh
# Makes the key of one copy, lays config and known_hosts beside it, makes the file that is to be filled; prints the public key.
umask 077
here=$(pwd)
name={{name}}
command -v ssh >/dev/null && command -v ssh-keygen >/dev/null || { echo "no ssh or no ssh-keygen on this host"; exit 127; }
mkdir -p ~/.gulliver/copies/"$name" && cd ~/.gulliver/copies/"$name" || { echo "no place for a key in $HOME"; exit 10; }
cp "$here/config" "$here/known_hosts" . || { echo "no room for a key in $HOME"; exit 10; }
if [ ! -s key.pub ]; then
    rm -f key key.pub
    ssh-keygen -q -t ecdsa -b 256 -N '' -C "$name" -f key </dev/null || exit
fi
[ -e {{part}} ] || : > {{part}} || { echo "no file can be made in the staging directory"; exit 11; }
cat key.pub
