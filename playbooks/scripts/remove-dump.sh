#!/bin/sh
# Removes the dump files and the log of one Data Pump job of a run that is rolled back. Its name is its own.
cd {{staging}} || exit 0
rm -f -- {{prefix}}_*.dmp {{prefix}}.log
