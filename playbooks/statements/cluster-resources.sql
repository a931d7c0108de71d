/*---
id: cluster-resources
about: Processors and memory of the host of each instance
source: "D12"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: cluster-resources}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
---*/
SELECT inst_id, stat_name, value FROM gv$osstat
WHERE stat_name IN ('NUM_CPUS', 'NUM_CPU_CORES', 'NUM_CPU_SOCKETS', 'PHYSICAL_MEMORY_BYTES', 'LOAD')
ORDER BY inst_id, stat_name
