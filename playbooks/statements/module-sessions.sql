/*---
id: module-sessions
about: Connections that named themselves so, with what KILL SESSION needs
source: "DP07, DP11, DP12"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: module, type: string}
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: SID, type: number}
  - {name: SERIAL#, type: number}
---*/
SELECT inst_id, sid, serial# FROM gv$session WHERE module = :module ORDER BY inst_id, sid
