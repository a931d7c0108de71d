/*---
id: pga-statistics
about: Memory of processes of each instance, now and at its most
source: "D26"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: pga-statistics}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: NAME, type: string}
  - {name: VALUE, type: number}
  - {name: UNIT, type: string}
---*/
SELECT inst_id, name, value, unit FROM gv$pgastat
WHERE name IN ('maximum PGA allocated', 'total PGA allocated', 'aggregate PGA target parameter', 'cache hit percentage',
    'over allocation count')
ORDER BY inst_id, name
