/*---
id: contexts
about: Namespaces of session contexts that packages of applications set
source: "D62"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: contexts}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: NAMESPACE, type: string}
  - {name: OWNER, type: string}
  - {name: PACKAGE, type: string}
  - {name: TYPE, type: string}
---*/
SELECT namespace, schema AS owner, package, type FROM dba_context
WHERE INSTR(:owners, ',' || schema || ',') > 0 ORDER BY namespace
