/*---
id: objects-of
about: Objects of some owners on which rights can be given, Java aside
source: "DP10, V09"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
---*/
SELECT DISTINCT owner, object_name FROM dba_objects WHERE INSTR(:owners, ',' || owner || ',') > 0
  AND object_type IN ('DIRECTORY', 'FUNCTION', 'INDEXTYPE', 'LIBRARY', 'MATERIALIZED VIEW', 'OPERATOR', 'PACKAGE',
                      'PROCEDURE', 'SEQUENCE', 'TABLE', 'TYPE', 'VIEW')
ORDER BY owner, object_name
