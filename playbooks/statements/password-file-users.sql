/*---
id: password-file-users
about: Who holds SYSDBA or SYSOPER by the password file
source: "AD12"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: USERNAME, type: string}
  - {name: SYSDBA, type: string}
  - {name: SYSOPER, type: string}
---*/
SELECT username, sysdba, sysoper FROM v$pwfile_users ORDER BY username
