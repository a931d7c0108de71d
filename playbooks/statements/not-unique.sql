/*---
id: not-unique
about: Tables without a key, and whether an unbounded column makes rows hard to tell apart
source: "D50"
kind: query
mutates: false
versions: {min: "12.2"}
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
SELECT owner, table_name, bad_column FROM dba_goldengate_not_unique
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name
