/*---
id: grant-directory
about: Let the migration user read and write the staging path
source: "C07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE ANY DIRECTORY]
binds: []
slots:
  - {name: directory, type: identifier}
  - {name: user, type: identifier}
columns: []
---*/
GRANT READ, WRITE ON DIRECTORY {{directory}} TO {{user}}
