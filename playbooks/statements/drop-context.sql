/*---
id: drop-context
about: Takes a session context away again
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP ANY CONTEXT]
binds: []
slots:
  - {name: context, type: identifier}
columns: []
---*/
DROP CONTEXT {{context}}
