/*---
id: purge-recycle-bin
about: Empty every recycle bin
source: "C08"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [SYSDBA or PURGE DBA_RECYCLEBIN]
binds: []
slots: []
columns: []
---*/
PURGE DBA_RECYCLEBIN
