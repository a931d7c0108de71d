/*---
id: create-database-link
about: Private link of a fixed user, over which an import reads its source
source: "NL01"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE DATABASE LINK]
binds: []
slots:
  - {name: link, type: identifier}
  - {name: user, type: identifier}
  - {name: password, type: password, secret: true}
  - {name: descriptor, type: literal}
columns: []
---*/
CREATE DATABASE LINK {{link}} CONNECT TO {{user}} IDENTIFIED BY {{password}} USING {{descriptor}}
