/*---
id: transaction-sessions
about: Who has a transaction open, oldest first
source: "G7, G8"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: SID, type: number}
  - {name: SERIAL#, type: number}
  - {name: USERNAME, type: string}
  - {name: PROGRAM, type: string}
  - {name: MACHINE, type: string}
  - {name: START_DATE, type: timestamp}
---*/
SELECT s.inst_id, s.sid, s.serial#, s.username, s.program, s.machine, t.start_date
FROM gv$transaction t, gv$session s
WHERE t.inst_id = s.inst_id AND t.ses_addr = s.saddr
ORDER BY t.start_date, s.sid
