/*---
id: create-public-synonym
about: A public synonym of an application's object, which no export by schema takes
source: "DP10, V09"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE PUBLIC SYNONYM]
binds: []
slots:
  - {name: synonym, type: identifier}
  - {name: owner, type: identifier}
  - {name: object, type: identifier}
columns: []
---*/
CREATE PUBLIC SYNONYM {{synonym}} FOR {{owner}}.{{object}}
