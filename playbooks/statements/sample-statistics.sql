/*---
id: sample-statistics
about: Counters of the instances at this moment
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sample-statistics, load: sample}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: NAME, type: string}
  - {name: VALUE, type: number}
  - {name: TAKEN, type: timestamp}
---*/
SELECT inst_id, name, value, SYSDATE AS taken FROM gv$sysstat
WHERE name IN ('physical read total IO requests', 'physical write total IO requests', 'physical read total bytes',
    'physical write total bytes', 'redo size', 'user commits', 'user rollbacks', 'execute count')
ORDER BY inst_id, name
