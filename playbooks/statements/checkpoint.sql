/*---
id: checkpoint
about: Write what the redo logs would be needed for
source: "C04"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots: []
columns: []
---*/
ALTER SYSTEM CHECKPOINT
