/*---
id: recovery-area
about: Fast recovery area, its limit and use
source: "D19"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: recovery-area}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: SPACE_LIMIT, type: number}
  - {name: SPACE_USED, type: number}
  - {name: SPACE_RECLAIMABLE, type: number}
  - {name: NUMBER_OF_FILES, type: number}
---*/
SELECT name, space_limit, space_used, space_reclaimable, number_of_files FROM v$recovery_file_dest
