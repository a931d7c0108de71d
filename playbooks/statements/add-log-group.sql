/*---
id: add-log-group
about: One more group of online redo logs with two members
source: "C04"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER DATABASE]
binds: []
slots:
  - {name: group, type: number}
  - {name: file, type: literal}
  - {name: second, type: literal}
  - {name: megabytes, type: number}
columns: []
---*/
ALTER DATABASE ADD LOGFILE GROUP {{group}} ({{file}}, {{second}}) SIZE {{megabytes}}M
