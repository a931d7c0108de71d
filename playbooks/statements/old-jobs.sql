/*---
id: old-jobs
about: Jobs of the old job queue
source: "D64"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: old-jobs, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: JOB, type: number}
  - {name: SCHEMA_USER, type: string}
  - {name: BROKEN, type: string}
  - {name: NEXT_DATE, type: timestamp}
  - {name: RUN_INTERVAL, type: string}
  - {name: WHAT, type: string}
---*/
SELECT j.job, j.schema_user, j.broken, j.next_date, j.interval AS run_interval, j.what FROM dba_jobs j ORDER BY j.job
