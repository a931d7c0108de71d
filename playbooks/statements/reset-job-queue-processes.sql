/*---
id: reset-job-queue-processes
about: Take the parameter out of the server parameter file, where it was not before
source: "DP03, C05"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots: []
columns: []
---*/
ALTER SYSTEM RESET job_queue_processes SCOPE = SPFILE SID = '*'
