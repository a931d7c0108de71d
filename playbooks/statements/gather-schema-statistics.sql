/*---
id: gather-schema-statistics
about: Fresh optimizer statistics for one schema
source: "DP12"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [ANALYZE ANY]
binds: []
slots:
  - {name: owner, type: literal}
  - {name: degree, type: number}
columns: []
---*/
BEGIN dbms_stats.gather_schema_stats(ownname => {{owner}}, degree => {{degree}}); END;
