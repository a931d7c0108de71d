/*---
id: set-job-queue-processes
about: Stop (0) or allow jobs; lost at a restart on purpose
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
