#!/bin/sh
# Removes the dump files and the log of one Data Pump job of a run that is rolled back. Its name is its own.
# A directory that is not there has nothing to remove; one that this login may not enter or read is a failure.
case $(LC_ALL=C ls -d -- {{staging}} 2>&1) in *": No such file or directory") exit 0 ;; esac
cd {{staging}} && ls >/dev/null || { echo "the dump files cannot be looked for"; exit 10; }
rm -f -- {{prefix}}_*.dmp {{prefix}}.log || { echo "the dump files cannot be removed"; exit 11; }
