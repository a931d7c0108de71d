/*---
id: instances
about: The instances, one row a cluster node; LOGINS says whether sessions are restricted
source: "D02"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: instances}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: INSTANCE_NAME, type: string}
  - {name: HOST_NAME, type: string}
  - {name: VERSION, type: string}
  - {name: STARTUP_TIME, type: timestamp}
  - {name: STATUS, type: string}
  - {name: THREAD#, type: number}
  - {name: PARALLEL, type: string}
  - {name: LOGINS, type: string}
---*/
SELECT inst_id, instance_name, host_name, version, startup_time, status, thread#, parallel, logins FROM gv$instance ORDER BY inst_id
