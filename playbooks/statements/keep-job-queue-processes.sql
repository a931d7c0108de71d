/*---
id: keep-job-queue-processes
about: Stop (0) or allow jobs, over a restart too; the comment says how it was before
source: "DP03, C05"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots:
  - {name: processes, type: number}
  - {name: comment, type: literal}
columns: []
---*/
ALTER SYSTEM SET job_queue_processes = {{processes}} COMMENT = {{comment}} SCOPE = BOTH SID = '*'
