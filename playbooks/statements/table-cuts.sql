/*---
id: table-cuts
about: Where large tables are cut into segments, by the first ROWID of each; large files have ROWIDs of another form and are cut by a sample
source: "V04, 4.1"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
  - {name: segment_bytes, type: number}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: FIRST_ROW, type: string}
---*/
SELECT owner, table_name, ROWIDTOCHAR(MIN(first_row)) AS first_row
FROM (SELECT owner, table_name, first_row,
        FLOOR((SUM(bytes) OVER (PARTITION BY owner, table_name ORDER BY first_row) - bytes) / :segment_bytes) AS segment_number
      FROM (SELECT e.owner, e.segment_name AS table_name, e.bytes,
              DBMS_ROWID.ROWID_CREATE(1, o.data_object_id, e.relative_fno, e.block_id, 0) AS first_row
            FROM dba_extents e, dba_objects o, dba_tablespaces s
            WHERE e.segment_type IN ('TABLE', 'TABLE PARTITION', 'TABLE SUBPARTITION')
              AND INSTR(:owners, ',' || e.owner || ',') > 0
              AND o.owner = e.owner AND o.object_name = e.segment_name AND o.object_type = e.segment_type
              AND NVL(o.subobject_name, ' ') = NVL(e.partition_name, ' ')
              AND s.tablespace_name = e.tablespace_name AND s.bigfile = 'NO'))
WHERE segment_number > 0 GROUP BY owner, table_name, segment_number ORDER BY owner, table_name, MIN(first_row)
