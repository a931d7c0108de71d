/*---
id: table-range-keys
about: Where a range of a key that is a text is cut into parts of as many rows, to narrow a difference down; nothing from a session that does not compare texts by their bytes
source: "4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE]
binds:
  - {name: segments, type: number}
slots:
  - {name: key, type: identifier}
  - {name: table, type: table}
  - {name: segment, type: segment}
columns:
  - {name: FIRST_KEY, type: string}
---*/
SELECT RAWTOHEX(MIN(first_key)) AS first_key
FROM (SELECT first_key, NTILE(:segments) OVER (ORDER BY first_key) AS segment_number
      FROM (SELECT UTL_RAW.CAST_TO_RAW(SUBSTR({{key}}, 1, 250)) AS first_key FROM {{table}} WHERE {{segment}}))
WHERE segment_number > 1 AND 'B' < 'a' GROUP BY segment_number ORDER BY segment_number
