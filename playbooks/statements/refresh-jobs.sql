/*---
id: refresh-jobs
about: Jobs of the scheduler that refresh materialized views, which the database makes and names by itself from 18 on
source: "V01; by name and action as public exports of such jobs have them (practice)"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: JOB_NAME, type: string}
  - {name: JOB_ACTION, type: string}
---*/
SELECT owner, job_name, job_action FROM dba_scheduler_jobs
WHERE job_name LIKE 'MV!_RF$J!_%' ESCAPE '!' OR LOWER(job_action) LIKE 'dbms!_refresh.refresh(%' ESCAPE '!'
ORDER BY owner, job_name
