/*---
id: create-public-synonym-over-link
about: A public synonym of somebody's object over a link, which no export by schema takes
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
  - {name: link, type: identifier}
columns: []
---*/
CREATE PUBLIC SYNONYM {{synonym}} FOR {{owner}}.{{object}}@{{link}}
