/*---
id: domain-indexes
about: Spatial, text and other indexes of a domain
source: "D58"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: domain-indexes}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: INDEX_NAME, type: string}
  - {name: ITYP_OWNER, type: string}
  - {name: ITYP_NAME, type: string}
  - {name: DOMIDX_STATUS, type: string}
---*/
SELECT owner, index_name, ityp_owner, ityp_name, domidx_status FROM dba_indexes
WHERE index_type = 'DOMAIN' AND INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, index_name
