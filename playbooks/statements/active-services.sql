/*---
id: active-services
about: Services that are started on any instance
source: "D70"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: active-services}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: NETWORK_NAME, type: string}
---*/
SELECT DISTINCT name, network_name FROM gv$active_services ORDER BY name
