/*---
id: asm-diskgroups
about: Disk groups of ASM
source: "D20"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: asm-diskgroups}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: TYPE, type: string}
  - {name: STATE, type: string}
  - {name: SECTOR_SIZE, type: number}
  - {name: ALLOCATION_UNIT_SIZE, type: number}
  - {name: TOTAL_MB, type: number}
  - {name: FREE_MB, type: number}
  - {name: USABLE_FILE_MB, type: number}
  - {name: COMPATIBILITY, type: string}
  - {name: DATABASE_COMPATIBILITY, type: string}
---*/
SELECT name, type, state, sector_size, allocation_unit_size, total_mb, free_mb, usable_file_mb, compatibility,
       database_compatibility
FROM v$asm_diskgroup_stat ORDER BY name
