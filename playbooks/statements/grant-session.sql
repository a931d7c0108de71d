/*---
id: grant-session
about: Let the migration user log on, also while the source is quiet, and keep control tables
source: "C06"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [GRANT ANY PRIVILEGE]
binds: []
slots:
  - {name: user, type: identifier}
columns: []
---*/
GRANT CREATE SESSION, CREATE TABLE, RESTRICTED SESSION TO {{user}}
