/*---
id: block-corruption
about: Blocks that a backup or a validation found corrupt
source: "V11"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: FILE#, type: number}
  - {name: BLOCK#, type: number}
  - {name: BLOCKS, type: number}
  - {name: CORRUPTION_TYPE, type: string}
---*/
SELECT file#, block#, blocks, corruption_type FROM v$database_block_corruption ORDER BY file#, block#
