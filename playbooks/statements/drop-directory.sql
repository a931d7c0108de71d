/*---
id: drop-directory
about: Remove the directory object; the files stay
source: "C07 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP ANY DIRECTORY]
binds: []
slots:
  - {name: directory, type: identifier}
columns: []
---*/
DROP DIRECTORY {{directory}}
