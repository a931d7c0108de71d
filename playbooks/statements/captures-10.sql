/*---
id: captures-10
about: Processes that capture changes already
source: "D53"
kind: query
mutates: false
versions: {min: "10.2", max: "11.1"}
discovery: {question: captures}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: CAPTURE_NAME, type: string}
  - {name: CAPTURE_TYPE, type: string}
  - {name: STATUS, type: string}
---*/
SELECT capture_name, capture_type, status FROM dba_capture ORDER BY capture_name
