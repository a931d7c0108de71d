/*---
id: trigger-states
about: Triggers and whether they fire
source: "V08"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TRIGGER_NAME, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: STATUS, type: string}
---*/
SELECT owner, trigger_name, table_name, status FROM dba_triggers WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, trigger_name
