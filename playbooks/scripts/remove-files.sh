#!/bin/sh
# Removes the files that files.txt names, one a line, from the staging directory.
list=$(pwd)/files.txt
cd {{staging}} || exit 0
while IFS= read -r file; do
    rm -f -- "$file" || { echo "cannot remove $file"; exit 11; }
done < "$list"
