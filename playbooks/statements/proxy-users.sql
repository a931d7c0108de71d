/*---
id: proxy-users
about: Users that may connect as others
source: "D69"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: proxy-users}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PROXY, type: string}
  - {name: CLIENT, type: string}
  - {name: AUTHENTICATION, type: string}
---*/
SELECT proxy, client, authentication FROM proxy_users ORDER BY proxy, client
