/*---
id: segments
about: Space by owner, tablespace and kind of segment, tables, partitioned objects and the largest by name; the one reading of the segments, never at peak hours
source: "D14, D44, D45, D46"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: segments, seconds: 600, quiet: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLESPACE_NAME, type: string}
  - {name: SEGMENT_TYPE, type: string}
  - {name: SEGMENT_NAME, type: string}
  - {name: SEGMENTS, type: number}
  - {name: BYTES, type: number}
  - {name: LARGEST, type: number}
---*/
SELECT owner, tablespace_name, segment_type, segment_name, SUM(segments) AS segments, SUM(bytes) AS bytes, MAX(largest) AS largest
FROM (SELECT owner, tablespace_name, segment_type, segments, bytes, largest,
        CASE WHEN place <= 50
               OR owner <> 'SYS' AND (segment_type LIKE 'TABLE%' OR segment_type LIKE '%PARTITION')
               OR owner = 'SYS' AND tablespace_name NOT IN ('SYSTEM', 'SYSAUX') AND segment_type NOT LIKE '%UNDO%'
             THEN segment_name END AS segment_name
      FROM (SELECT owner, tablespace_name, segment_type, segment_name, segments, bytes, largest,
              ROW_NUMBER() OVER (ORDER BY largest DESC, owner, segment_name, segment_type, tablespace_name) AS place
            FROM (SELECT owner, tablespace_name, segment_type, segment_name, COUNT(*) AS segments, SUM(bytes) AS bytes,
                    MAX(bytes) AS largest
                  FROM dba_segments GROUP BY owner, tablespace_name, segment_type, segment_name)))
GROUP BY owner, tablespace_name, segment_type, segment_name
ORDER BY owner, tablespace_name, segment_type, segment_name
