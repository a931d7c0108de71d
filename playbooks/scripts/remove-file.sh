#!/bin/sh
# Removes one file that a run brought here and that is rolled back, whole or in part.
cd {{staging}} || exit 0
rm -f -- {{file}} {{part}}
