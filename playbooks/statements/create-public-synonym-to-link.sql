/*---
id: create-public-synonym-to-link
about: A public synonym over a link that names no owner there, which no export by schema takes
source: "DP10, V09"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE PUBLIC SYNONYM]
binds: []
slots:
  - {name: synonym, type: identifier}
  - {name: object, type: identifier}
  - {name: link, type: identifier}
columns: []
---*/
CREATE PUBLIC SYNONYM {{synonym}} FOR {{object}}@{{link}}
