/*---
id: pack-licence
about: Whether DBA_HIST views may be read; the customer must confirm as well
source: "D28"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: pack-licence, before: "no switch before 11.1: the licence alone decides"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: VALUE, type: string}
---*/
SELECT value FROM v$parameter WHERE name = 'control_management_pack_access'
