/*---
id: session-clients-11
about: Who is connected, by service, machine, program, user and driver
source: "D34"
kind: query
mutates: false
versions: {min: "11.2"}
discovery: {question: session-clients}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SERVICE_NAME, type: string}
  - {name: MACHINE, type: string}
  - {name: PROGRAM, type: string}
  - {name: USERNAME, type: string}
  - {name: CLIENT_DRIVER, type: string}
  - {name: CLIENT_VERSION, type: string}
  - {name: CLIENT_OCI_LIBRARY, type: string}
  - {name: SESSIONS, type: number}
---*/
SELECT s.service_name, s.machine, s.program, s.username, c.client_driver, c.client_version, c.client_oci_library,
    COUNT(*) AS sessions
FROM gv$session s LEFT JOIN
    (SELECT DISTINCT inst_id, sid, serial#, client_driver, client_version, client_oci_library
     FROM gv$session_connect_info) c
    ON c.inst_id = s.inst_id AND c.sid = s.sid AND c.serial# = s.serial#
WHERE s.type = 'USER'
GROUP BY s.service_name, s.machine, s.program, s.username, c.client_driver, c.client_version, c.client_oci_library
ORDER BY s.service_name, s.machine, s.program, s.username
