/*---
id: create-directory
about: Directory object over a staging path of the host
source: "C07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE ANY DIRECTORY]
binds: []
slots:
  - {name: directory, type: identifier}
  - {name: path, type: literal}
columns: []
---*/
CREATE OR REPLACE DIRECTORY {{directory}} AS {{path}}
