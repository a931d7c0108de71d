/*---
id: network-acls-12
about: Hosts that code in the database may reach, and who
source: "D69"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: network-acls, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: HOST, type: string}
  - {name: LOWER_PORT, type: number}
  - {name: UPPER_PORT, type: number}
  - {name: PRINCIPAL, type: string}
  - {name: PRIVILEGE, type: string}
---*/
SELECT host, lower_port, upper_port, principal, privilege FROM dba_host_aces ORDER BY host, lower_port, principal
