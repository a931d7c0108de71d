/*---
id: editions
about: Editions of the code
source: "D76"
kind: query
mutates: false
versions: {min: "11.2"}
discovery: {question: editions, before: "editions came with 11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: EDITION_NAME, type: string}
  - {name: PARENT_EDITION_NAME, type: string}
  - {name: USABLE, type: string}
---*/
SELECT edition_name, parent_edition_name, usable FROM dba_editions ORDER BY edition_name
