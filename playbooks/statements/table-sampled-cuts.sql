/*---
id: table-sampled-cuts
about: Where a table of a bigfile tablespace or a cluster is cut into segments, by the ROWIDs of rows in some of its blocks
source: "V03, V04, 4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE]
binds:
  - {name: segments, type: number}
slots:
  - {name: table, type: table}
  - {name: percent, type: word}
columns:
  - {name: FIRST_ROW, type: string}
---*/
SELECT ROWIDTOCHAR(MIN(first_row)) AS first_row
FROM (SELECT first_row, NTILE(:segments) OVER (ORDER BY first_row) AS segment_number
      FROM (SELECT ROWID AS first_row FROM {{table}} SAMPLE BLOCK ({{percent}})))
WHERE segment_number > 1 GROUP BY segment_number ORDER BY segment_number
