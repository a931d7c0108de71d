/*---
id: instances-18
about: Instances with the full release
source: "D02"
kind: query
mutates: false
versions: {min: "18"}
discovery: {question: instances}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: INSTANCE_NAME, type: string}
  - {name: HOST_NAME, type: string}
  - {name: VERSION, type: string}
  - {name: VERSION_FULL, type: string}
  - {name: EDITION, type: string}
  - {name: STARTUP_TIME, type: timestamp}
  - {name: STATUS, type: string}
  - {name: THREAD#, type: number}
  - {name: PARALLEL, type: string}
  - {name: LOGINS, type: string}
---*/
SELECT inst_id, instance_name, host_name, version, version_full, edition, startup_time, status, thread#, parallel, logins
FROM gv$instance ORDER BY inst_id
