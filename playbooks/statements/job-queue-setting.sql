/*---
id: job-queue-setting
about: What the server parameter file says of jobs, and the comment of whoever set it last
source: "DP03, C05"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SID, type: string}
  - {name: VALUE, type: string}
  - {name: UPDATE_COMMENT, type: string}
---*/
SELECT sid, value, update_comment FROM v$spparameter WHERE name = 'job_queue_processes' AND isspecified = 'TRUE' ORDER BY sid
