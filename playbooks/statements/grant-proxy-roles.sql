/*---
id: grant-proxy-roles
about: Lets an account connect as another, with some of its roles (ROLE) or all but some (ROLE ALL EXCEPT)
source: "DP10, V09"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER USER]
binds: []
slots:
  - {name: client, type: identifier}
  - {name: proxy, type: identifier}
  - {name: which, type: word}
  - {name: roles, type: identifiers}
columns: []
---*/
ALTER USER {{client}} GRANT CONNECT THROUGH {{proxy}} WITH {{which}} {{roles}}
