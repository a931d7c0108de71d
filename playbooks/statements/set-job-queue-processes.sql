/*---
id: set-job-queue-processes
about: Stop (0) or allow jobs until the next restart
source: "DP03, C05"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots:
  - {name: processes, type: number}
columns: []
---*/
ALTER SYSTEM SET job_queue_processes = {{processes}} SCOPE = MEMORY
