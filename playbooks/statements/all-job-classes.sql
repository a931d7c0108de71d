/*---
id: all-job-classes
about: Names of all classes of scheduler jobs
source: "DP07"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: JOB_CLASS_NAME, type: string}
---*/
SELECT job_class_name FROM dba_scheduler_job_classes ORDER BY job_class_name
