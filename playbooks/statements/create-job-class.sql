/*---
id: create-job-class
about: Class of scheduler jobs, of SYS, without a consumer group and a service
source: "DP07"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [MANAGE SCHEDULER]
binds: []
slots:
  - {name: class, type: literal}
  - {name: logging, type: word}
  - {name: history, type: word}
  - {name: comments, type: literal}
columns: []
---*/
BEGIN dbms_scheduler.create_job_class(job_class_name => {{class}}, logging_level => dbms_scheduler.{{logging}}, log_history => {{history}}, comments => {{comments}}); END;
