/*---
id: table-sampled-keys
about: Where an index-organized table is cut into segments by a key that is a text, by the keys in some of its blocks; nothing from a session that does not compare texts by their bytes
source: "V03, V04, 4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE]
binds:
  - {name: segments, type: number}
slots:
  - {name: key, type: identifier}
  - {name: table, type: table}
  - {name: percent, type: word}
columns:
  - {name: FIRST_KEY, type: string}
---*/
SELECT RAWTOHEX(MIN(first_key)) AS first_key
FROM (SELECT first_key, NTILE(:segments) OVER (ORDER BY first_key) AS segment_number
      FROM (SELECT UTL_RAW.CAST_TO_RAW(SUBSTR({{key}}, 1, 250)) AS first_key FROM {{table}} SAMPLE BLOCK ({{percent}})))
WHERE segment_number > 1 AND 'B' < 'a' GROUP BY segment_number ORDER BY segment_number
