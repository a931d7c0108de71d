/*---
id: not-unique-10
about: Tables without a key, as a logical standby sees them
source: "D50"
kind: query
mutates: false
versions: {min: "10.2", max: "12.1"}
discovery: {question: not-unique, seconds: 600}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: BAD_COLUMN, type: string}
---*/
SELECT owner, table_name, bad_column FROM dba_logstdby_not_unique
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name
