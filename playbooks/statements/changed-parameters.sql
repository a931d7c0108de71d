/*---
id: changed-parameters
about: Parameters that differ from their default
source: "D11"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: changed-parameters, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: NAME, type: string}
  - {name: VALUE, type: string}
  - {name: DISPLAY_VALUE, type: string}
  - {name: ISDEFAULT, type: string}
  - {name: ISMODIFIED, type: string}
  - {name: ISDEPRECATED, type: string}
---*/
SELECT inst_id, name, value, display_value, isdefault, ismodified, isdeprecated
FROM gv$parameter WHERE isdefault = 'FALSE' ORDER BY name, inst_id
