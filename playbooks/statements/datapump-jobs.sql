/*---
id: datapump-jobs
about: Data Pump jobs that run, are stopped or were left behind
source: "D77"
kind: query
mutates: false
versions: {min: "10.1"}
discovery: {question: datapump-jobs}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER_NAME, type: string}
  - {name: JOB_NAME, type: string}
  - {name: OPERATION, type: string}
  - {name: JOB_MODE, type: string}
  - {name: STATE, type: string}
  - {name: DEGREE, type: number}
  - {name: ATTACHED_SESSIONS, type: number}
---*/
SELECT owner_name, job_name, operation, job_mode, state, degree, attached_sessions
FROM dba_datapump_jobs ORDER BY owner_name, job_name
