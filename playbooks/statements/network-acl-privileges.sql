/*---
id: network-acl-privileges
about: Who may use which list for network access
source: "D69"
kind: query
mutates: false
versions: {min: "11.1", max: "11.2"}
discovery: {question: network-acl-privileges, cut: true, before: "lists for network access came with 11.1", until: "DBA_HOST_ACES of 12.1 tells it with the hosts"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: ACL, type: string}
  - {name: PRINCIPAL, type: string}
  - {name: PRIVILEGE, type: string}
  - {name: IS_GRANT, type: string}
---*/
SELECT acl, principal, privilege, is_grant FROM dba_network_acl_privileges ORDER BY acl, principal, privilege
