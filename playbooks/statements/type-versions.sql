/*---
id: type-versions
about: Object types that have evolved
source: "D40"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: type-versions}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TYPE_NAME, type: string}
  - {name: VERSIONS, type: number}
---*/
SELECT owner, type_name, MAX(version#) AS versions FROM dba_type_versions
WHERE INSTR(:owners, ',' || owner || ',') > 0
GROUP BY owner, type_name HAVING MAX(version#) > 1 ORDER BY owner, type_name
