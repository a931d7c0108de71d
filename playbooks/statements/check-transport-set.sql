/*---
id: check-transport-set
about: Looks for what keeps a set of tablespaces from being transported; fills a table of the session
source: "D43"
kind: block
mutates: false
versions: {min: "10.2"}
discovery: {question: check-transport-set, seconds: 600, quiet: true}
privileges: [EXECUTE_CATALOG_ROLE]
binds:
  - {name: tablespaces, type: string}
slots: []
columns: []
---*/
BEGIN DBMS_TTS.TRANSPORT_SET_CHECK(:tablespaces, TRUE, TRUE); END;
