/*---
id: create-profile
about: A profile in which DEFAULT decides every limit
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE PROFILE]
binds: []
slots:
  - {name: profile, type: identifier}
columns: []
---*/
CREATE PROFILE {{profile}} LIMIT SESSIONS_PER_USER DEFAULT
