#!/bin/sh
# Writes so many bytes that do not compress into the staging directory, to copy them once and measure.
cd {{staging}} || exit 10
head -c {{bytes}} /dev/urandom > {{file}} || { echo "no room for a probe"; rm -f -- {{file}}; exit 11; }
