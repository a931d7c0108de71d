/*---
id: scheduler-jobs
about: Scheduler jobs; EXECUTABLE and EXTERNAL_SCRIPT work on the host
source: "D64"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: scheduler-jobs, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: JOB_NAME, type: string}
  - {name: JOB_TYPE, type: string}
  - {name: ENABLED, type: string}
  - {name: STATE, type: string}
  - {name: SCHEDULE_TYPE, type: string}
  - {name: REPEAT_INTERVAL, type: string}
  - {name: NEXT_RUN_DATE, type: timestamp}
---*/
SELECT owner, job_name, job_type, enabled, state, schedule_type, repeat_interval, next_run_date
FROM dba_scheduler_jobs ORDER BY owner, job_name
