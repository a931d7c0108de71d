#!/bin/sh
# Makes the staging path, writes a probe into it and prints the free kilobytes there.
mkdir -p -- {{staging}} || { echo "the staging path cannot be made"; exit 10; }
cd {{staging}} || exit 10
echo probe > .gulliver-probe && rm -f .gulliver-probe || { echo "the staging path cannot be written"; exit 11; }
df -Pk . | awk 'NR == 2 { print "free_kb=" $4 }'
