/*---
id: grant-object
about: A right on an object of an application, given in its owner's name
source: "DP10, V09"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [GRANT ANY OBJECT PRIVILEGE]
binds: []
slots:
  - {name: privilege, type: word}
  - {name: owner, type: identifier}
  - {name: object, type: identifier}
  - {name: user, type: grantee}
columns: []
---*/
GRANT {{privilege}} ON {{owner}}.{{object}} TO {{user}}
