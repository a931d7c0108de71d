/*---
id: create-migration-user
about: User that owns the Data Pump jobs
source: "C06"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE USER]
binds: []
slots:
  - {name: user, type: identifier}
  - {name: password, type: password, secret: true}
  - {name: tablespace, type: identifier}
columns: []
---*/
CREATE USER {{user}} IDENTIFIED BY {{password}} DEFAULT TABLESPACE {{tablespace}} QUOTA UNLIMITED ON {{tablespace}}
