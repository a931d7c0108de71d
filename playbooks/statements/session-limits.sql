/*---
id: session-limits
about: Most processes and sessions at once, and their limits
source: "D34"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: session-limits}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: RESOURCE_NAME, type: string}
  - {name: CURRENT_UTILIZATION, type: number}
  - {name: MAX_UTILIZATION, type: number}
  - {name: LIMIT_VALUE, type: string}
---*/
SELECT inst_id, resource_name, current_utilization, max_utilization, limit_value FROM gv$resource_limit
WHERE resource_name IN ('processes', 'sessions', 'parallel_max_servers') ORDER BY inst_id, resource_name
