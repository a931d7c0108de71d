/*---
id: xml-db-acl-texts
about: Access lists of the repository of XML DB with the beginning of what each says, where this login may read all of them
source: "DP10"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [XDBADMIN]
binds: []
slots: []
columns:
  - {name: ANY_PATH, type: string}
  - {name: ACL_TEXT, type: string}
---*/
SELECT any_path, DBMS_LOB.SUBSTR(XDBURITYPE(any_path).getClob(), 1000, 1) AS acl_text
FROM resource_view WHERE any_path LIKE '/sys/acls/%.xml' ORDER BY any_path
