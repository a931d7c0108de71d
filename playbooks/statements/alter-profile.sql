/*---
id: alter-profile
about: One limit of a profile
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER PROFILE]
binds: []
slots:
  - {name: profile, type: identifier}
  - {name: resource, type: word}
  - {name: setting, type: word}
columns: []
---*/
ALTER PROFILE {{profile}} LIMIT {{resource}} {{setting}}
