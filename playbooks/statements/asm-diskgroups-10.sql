/*---
id: asm-diskgroups-10
about: Disk groups of ASM, before their compatibility was told
source: "D20"
kind: query
mutates: false
versions: {min: "10.2", max: "10.2"}
discovery: {question: asm-diskgroups}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: TYPE, type: string}
  - {name: STATE, type: string}
  - {name: TOTAL_MB, type: number}
  - {name: FREE_MB, type: number}
  - {name: USABLE_FILE_MB, type: number}
---*/
SELECT name, type, state, total_mb, free_mb, usable_file_mb FROM v$asm_diskgroup_stat ORDER BY name
