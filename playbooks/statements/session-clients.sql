/*---
id: session-clients
about: Who is connected, by service, machine, program and user
source: "D34"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: session-clients}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SERVICE_NAME, type: string}
  - {name: MACHINE, type: string}
  - {name: PROGRAM, type: string}
  - {name: USERNAME, type: string}
  - {name: SESSIONS, type: number}
---*/
SELECT service_name, machine, program, username, COUNT(*) AS sessions FROM gv$session
WHERE type = 'USER' GROUP BY service_name, machine, program, username
ORDER BY service_name, machine, program, username
