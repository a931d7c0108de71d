/*---
id: captures
about: Processes that capture changes already
source: "D53"
kind: query
mutates: false
versions: {min: "11.2"}
discovery: {question: captures}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: CAPTURE_NAME, type: string}
  - {name: CAPTURE_TYPE, type: string}
  - {name: STATUS, type: string}
  - {name: CLIENT_NAME, type: string}
  - {name: PURPOSE, type: string}
---*/
SELECT capture_name, capture_type, status, client_name, purpose FROM dba_capture ORDER BY capture_name
