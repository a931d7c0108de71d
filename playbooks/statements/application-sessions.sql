/*---
id: application-sessions
about: Sessions of application users
source: "D34, G6"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: SID, type: number}
  - {name: SERIAL#, type: number}
  - {name: USERNAME, type: string}
  - {name: SERVICE_NAME, type: string}
  - {name: MACHINE, type: string}
  - {name: PROGRAM, type: string}
---*/
SELECT inst_id, sid, serial#, username, service_name, machine, program
FROM gv$session
WHERE type = 'USER' AND username IS NOT NULL AND INSTR(:owners, ',' || username || ',') > 0
ORDER BY inst_id, sid
