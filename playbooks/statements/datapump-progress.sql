/*---
id: datapump-progress
about: How far a Data Pump job has come, in megabytes
source: "DP05"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: job, type: string}
slots: []
columns:
  - {name: OPNAME, type: string}
  - {name: SOFAR, type: number}
  - {name: TOTALWORK, type: number}
  - {name: UNITS, type: string}
  - {name: TIME_REMAINING, type: number}
  - {name: LAST_UPDATE_TIME, type: timestamp}
---*/
SELECT opname, sofar, totalwork, units, time_remaining, last_update_time
FROM v$session_longops WHERE opname = :job ORDER BY last_update_time DESC
