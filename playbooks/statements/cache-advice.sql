/*---
id: cache-advice
about: What another buffer cache would cost or gain
source: "D27"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: cache-advice}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: BLOCK_SIZE, type: number}
  - {name: SIZE_FOR_ESTIMATE, type: number}
  - {name: SIZE_FACTOR, type: number}
  - {name: ESTD_PHYSICAL_READS, type: number}
---*/
SELECT name, block_size, size_for_estimate, size_factor, estd_physical_reads
FROM v$db_cache_advice WHERE advice_status = 'ON' ORDER BY name, block_size, size_for_estimate
