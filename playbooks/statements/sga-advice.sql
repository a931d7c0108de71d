/*---
id: sga-advice
about: What another SGA would cost or gain
source: "D27"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sga-advice}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SGA_SIZE, type: number}
  - {name: SGA_SIZE_FACTOR, type: number}
  - {name: ESTD_DB_TIME, type: number}
  - {name: ESTD_PHYSICAL_READS, type: number}
---*/
SELECT sga_size, sga_size_factor, estd_db_time, estd_physical_reads FROM v$sga_target_advice ORDER BY sga_size
