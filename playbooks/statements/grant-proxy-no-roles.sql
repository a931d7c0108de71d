/*---
id: grant-proxy-no-roles
about: Lets an account connect as another, with none of its roles
source: "DP10, V09"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER USER]
binds: []
slots:
  - {name: client, type: identifier}
  - {name: proxy, type: identifier}
columns: []
---*/
ALTER USER {{client}} GRANT CONNECT THROUGH {{proxy}} WITH NO ROLES
