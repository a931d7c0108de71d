/*---
id: statspack-tables
about: Whether STATSPACK is installed
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-tables}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLE_NAME, type: string}
---*/
SELECT table_name FROM dba_tables
WHERE owner = 'PERFSTAT' AND table_name IN ('STATS$SNAPSHOT', 'STATS$SYSSTAT', 'STATS$OSSTAT', 'STATS$OSSTATNAME')
ORDER BY table_name
