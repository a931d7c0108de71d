/*---
id: drop-log-group
about: Take away a group of online redo logs that is neither current nor active
source: "C04"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER DATABASE]
binds: []
slots:
  - {name: group, type: number}
columns: []
---*/
ALTER DATABASE DROP LOGFILE GROUP {{group}}
