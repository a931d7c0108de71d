/*---
id: last-backups
about: Backups of the last 60 days, with real read rates of the storage
source: "D22"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: last-backups}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INPUT_TYPE, type: string}
  - {name: STATUS, type: string}
  - {name: START_TIME, type: timestamp}
  - {name: END_TIME, type: timestamp}
  - {name: INPUT_BYTES, type: number}
  - {name: OUTPUT_BYTES, type: number}
---*/
SELECT input_type, status, start_time, end_time, input_bytes, output_bytes
FROM v$rman_backup_job_details WHERE start_time > SYSDATE - 60 ORDER BY start_time DESC
