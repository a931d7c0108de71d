/*---
id: redo-members
about: Files of the online redo
source: "D15"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: redo-members}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: GROUP#, type: number}
  - {name: TYPE, type: string}
  - {name: MEMBER, type: string}
---*/
SELECT group#, type, member FROM v$logfile ORDER BY group#, member
