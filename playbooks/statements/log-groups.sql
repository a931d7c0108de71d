/*---
id: log-groups
about: Supplemental log groups of tables
source: "D52"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: log-groups}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: LOG_GROUP_NAME, type: string}
  - {name: LOG_GROUP_TYPE, type: string}
  - {name: ALWAYS, type: string}
---*/
SELECT owner, table_name, log_group_name, log_group_type, always FROM dba_log_groups
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name, log_group_name
