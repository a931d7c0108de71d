/*---
id: sample-host-load
about: Counters of the hosts at this moment
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sample-host-load, load: sample}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
  - {name: TAKEN, type: timestamp}
---*/
SELECT inst_id, stat_name, value, SYSDATE AS taken FROM gv$osstat
WHERE stat_name IN ('BUSY_TIME', 'IDLE_TIME', 'NUM_CPUS', 'NUM_CPU_CORES')
ORDER BY inst_id, stat_name
