/*---
id: set-user-tablespace
about: Where a user of ours keeps its tables
source: "C06"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER USER]
binds: []
slots:
  - {name: user, type: identifier}
  - {name: tablespace, type: identifier}
columns: []
---*/
ALTER USER {{user}} DEFAULT TABLESPACE {{tablespace}} QUOTA UNLIMITED ON {{tablespace}}
