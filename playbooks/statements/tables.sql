/*---
id: tables
about: Tables and their kind
source: "D57"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: tables}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: TABLESPACE_NAME, type: string}
  - {name: IOT_TYPE, type: string}
  - {name: CLUSTER_NAME, type: string}
  - {name: NESTED, type: string}
  - {name: TEMPORARY, type: string}
  - {name: PARTITIONED, type: string}
  - {name: NUM_ROWS, type: number}
  - {name: LAST_ANALYZED, type: timestamp}
  - {name: SECONDARY, type: string}
  - {name: DROPPED, type: string}
---*/
SELECT owner, table_name, tablespace_name, iot_type, cluster_name, nested, temporary, partitioned, num_rows, last_analyzed,
  secondary, dropped
FROM dba_tables WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name
