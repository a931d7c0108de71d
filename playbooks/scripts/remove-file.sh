#!/bin/sh
# Removes one file that a run brought here and that is rolled back, whole or in part.
# A directory that is not there has nothing to remove; one that this login may not enter is a failure.
case $(LC_ALL=C ls -d -- {{staging}} 2>&1) in *": No such file or directory") exit 0 ;; esac
cd {{staging}} || { echo "the file cannot be looked for"; exit 10; }
rm -f -- {{file}} {{part}} || { echo "the file cannot be removed"; exit 11; }
