/*---
id: disable-job
about: Keep a job of the scheduler from running
source: "G16"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [MANAGE SCHEDULER, CREATE ANY JOB]
binds: []
slots:
  - {name: job, type: literal}
columns: []
---*/
BEGIN dbms_scheduler.disable({{job}}); END;
