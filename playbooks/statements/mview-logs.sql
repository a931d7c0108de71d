/*---
id: mview-logs
about: Logs of materialized views
source: "D60"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: mview-logs}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: MASTER, type: string}
  - {name: LOG_TABLE, type: string}
---*/
SELECT log_owner AS owner, master, log_table FROM dba_mview_logs ORDER BY log_owner, master
