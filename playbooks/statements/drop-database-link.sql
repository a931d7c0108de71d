/*---
id: drop-database-link
about: Remove a link of whoever is logged on
source: "NL01 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE DATABASE LINK]
binds: []
slots:
  - {name: link, type: identifier}
columns: []
---*/
DROP DATABASE LINK {{link}}
