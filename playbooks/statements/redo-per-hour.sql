/*---
id: redo-per-hour
about: Redo written by hour at one local destination; several destinations would count double
source: "D16"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: redo-per-hour}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: destination, type: number}
slots: []
columns:
  - {name: THREAD#, type: number}
  - {name: HOUR, type: timestamp}
  - {name: LOGS, type: number}
  - {name: BYTES, type: number}
---*/
SELECT thread#, TRUNC(completion_time, 'HH24') AS hour, COUNT(*) AS logs, SUM(blocks * block_size) AS bytes
FROM v$archived_log
WHERE dest_id = :destination AND completion_time > SYSDATE - 31
GROUP BY thread#, TRUNC(completion_time, 'HH24')
ORDER BY thread#, TRUNC(completion_time, 'HH24')
