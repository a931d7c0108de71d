/*---
id: sample-time-model
about: Counters of time spent at this moment
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sample-time-model, load: sample}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
  - {name: TAKEN, type: timestamp}
---*/
SELECT inst_id, stat_name, value, SYSDATE AS taken FROM gv$sys_time_model
WHERE stat_name IN ('DB time', 'DB CPU', 'background cpu time')
ORDER BY inst_id, stat_name
