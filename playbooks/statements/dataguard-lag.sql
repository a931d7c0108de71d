/*---
id: dataguard-lag
about: How far a standby lags; empty on a primary
source: "D18"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: dataguard-lag}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: VALUE, type: string}
---*/
SELECT name, value FROM v$dataguard_stats ORDER BY name
