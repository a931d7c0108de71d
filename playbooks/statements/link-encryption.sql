/*---
id: link-encryption
about: What serves the connection of a link, as its far end says; an adapter of the encryption service only where rows are encrypted
source: "NL03"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE at the far end]
binds: []
slots:
  - {name: link, type: identifier}
columns:
  - {name: NETWORK_SERVICE_BANNER, type: string}
---*/
SELECT network_service_banner FROM v$session_connect_info@{{link}}
WHERE sid = (SELECT MAX(sid) FROM v$mystat@{{link}}) ORDER BY network_service_banner
