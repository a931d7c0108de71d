/*---
id: enable-job
about: Let a job of the scheduler run when its time comes
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
BEGIN dbms_scheduler.enable({{job}}); END;
