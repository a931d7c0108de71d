/*---
id: plan-baselines
about: Plans that are held fast
source: "D73"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: plan-baselines, before: "plan baselines came with 11.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SQL_HANDLE, type: string}
  - {name: PLAN_NAME, type: string}
  - {name: ENABLED, type: string}
  - {name: ACCEPTED, type: string}
  - {name: FIXED, type: string}
  - {name: ORIGIN, type: string}
---*/
SELECT sql_handle, plan_name, enabled, accepted, fixed, origin FROM dba_sql_plan_baselines ORDER BY sql_handle, plan_name
