/*---
id: xml-db-acls
about: Access lists of the repository of XML DB, as far as this login may see them
source: "DP10"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [XDBADMIN]
binds: []
slots: []
columns:
  - {name: ANY_PATH, type: string}
---*/
SELECT any_path FROM resource_view WHERE any_path LIKE '/sys/acls/%.xml' ORDER BY any_path
