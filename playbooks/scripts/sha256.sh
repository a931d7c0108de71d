#!/bin/sh
# Prints SHA-256, size and name of each file that files.txt names, one a line.
list=$(pwd)/files.txt
cd {{staging}} || { echo "no staging path"; exit 10; }
while IFS= read -r file; do
    sum=$(sha256sum -- "$file") || { echo "cannot read $file"; exit 11; }
    printf 'sha256 %s %s %s\n' "${sum%% *}" "$(stat -c %s -- "$file")" "$file"
done < "$list"
