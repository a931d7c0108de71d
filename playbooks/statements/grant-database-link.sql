/*---
id: grant-database-link
about: Let the migration user make a link of its own
source: "NL01"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [GRANT ANY PRIVILEGE]
binds: []
slots:
  - {name: user, type: identifier}
columns: []
---*/
GRANT CREATE DATABASE LINK TO {{user}}
