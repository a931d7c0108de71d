/*---
id: named-parameters
about: Parameters that sizing, tuning and the choice of a method read, changed or not
source: "D11, D18, D28"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: named-parameters, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: NAME, type: string}
  - {name: VALUE, type: string}
---*/
SELECT inst_id, name, value FROM gv$parameter
WHERE name IN ('cluster_database', 'compatible', 'control_management_pack_access', 'cpu_count', 'db_block_size', 'db_flash_cache_size',
    'dg_broker_start', 'enable_goldengate_replication', 'fal_server', 'filesystemio_options', 'job_queue_processes',
    'log_archive_config', 'memory_target', 'parallel_max_servers', 'pga_aggregate_limit', 'pga_aggregate_target',
    'processes', 'sessions', 'sga_max_size', 'sga_target', 'undo_retention', 'use_large_pages')
ORDER BY name, inst_id
