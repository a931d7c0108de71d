/*---
id: proxies
about: Accounts that may connect as others, with which of their roles
source: "D69, V09"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PROXY, type: string}
  - {name: CLIENT, type: string}
  - {name: AUTHENTICATION, type: string}
  - {name: AUTHORIZATION_CONSTRAINT, type: string}
  - {name: ROLE, type: string}
  - {name: PROXY_AUTHORITY, type: string}
---*/
SELECT proxy, client, authentication, authorization_constraint, role, proxy_authority FROM dba_proxies ORDER BY proxy, client, role
