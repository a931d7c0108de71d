/*---
id: refresh-groups
about: Groups of materialized views that refresh together
source: "D60"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: refresh-groups}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: NAME, type: string}
  - {name: BROKEN, type: string}
---*/
SELECT rowner AS owner, rname AS name, broken FROM dba_refresh ORDER BY rowner, rname
