/*---
id: drop-public-synonym
about: Remove a public synonym
source: "DP10 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP PUBLIC SYNONYM]
binds: []
slots:
  - {name: synonym, type: identifier}
columns: []
---*/
DROP PUBLIC SYNONYM {{synonym}}
