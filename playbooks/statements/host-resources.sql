/*---
id: host-resources
about: Processors and memory of the host as the database sees them
source: "D12"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: host-resources}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
---*/
SELECT stat_name, value FROM v$osstat
WHERE stat_name IN ('NUM_CPUS', 'NUM_CPU_CORES', 'NUM_CPU_SOCKETS', 'PHYSICAL_MEMORY_BYTES', 'LOAD')
ORDER BY stat_name
