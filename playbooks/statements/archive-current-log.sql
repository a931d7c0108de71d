/*---
id: archive-current-log
about: Go on to the next online redo log and archive the one before; needs ARCHIVELOG
source: "C04"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots: []
columns: []
---*/
ALTER SYSTEM ARCHIVE LOG CURRENT
