/*---
id: network-acls
about: Hosts that code in the database may reach
source: "D69"
kind: query
mutates: false
versions: {min: "11.1", max: "11.2"}
discovery: {question: network-acls, cut: true, before: "lists for network access came with 11.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: HOST, type: string}
  - {name: LOWER_PORT, type: number}
  - {name: UPPER_PORT, type: number}
  - {name: ACL, type: string}
---*/
SELECT host, lower_port, upper_port, acl FROM dba_network_acls ORDER BY host, lower_port
