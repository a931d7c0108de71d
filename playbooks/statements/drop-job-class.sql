/*---
id: drop-job-class
about: Takes a class of scheduler jobs away again
source: "DP07"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [MANAGE SCHEDULER]
binds: []
slots:
  - {name: class, type: literal}
columns: []
---*/
BEGIN dbms_scheduler.drop_job_class(job_class_name => {{class}}); END;
