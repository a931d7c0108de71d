#!/bin/sh
# Prints the free kilobytes of the staging path.
cd {{staging}} || { echo "there is no staging path"; exit 10; }
df -Pk . | awk 'NR == 2 { print "free_kb=" $4 }'
