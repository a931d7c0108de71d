/*---
id: stop-datapump-job
about: Stop a job so that it can be started again
source: "DP05, 2.1 (PL/SQL route)"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [owner of the job or DATAPUMP_EXP_FULL_DATABASE]
binds:
  - {name: job, type: string}
  - {name: owner, type: string}
slots: []
columns: []
---*/
DECLARE job_handle NUMBER;
BEGIN
  job_handle := dbms_datapump.attach(job_name => :job, job_owner => :owner);
  dbms_datapump.stop_job(handle => job_handle, immediate => 1, keep_master => 1);
END;
