/*---
id: rman-configuration
about: Lasting settings of RMAN; empty where all are the default
source: "D21"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: rman-configuration, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: VALUE, type: string}
---*/
SELECT name, value FROM v$rman_configuration ORDER BY name
