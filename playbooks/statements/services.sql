/*---
id: services
about: Services that clients connect to
source: "D70"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: services}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SERVICE_ID, type: number}
  - {name: NAME, type: string}
  - {name: NETWORK_NAME, type: string}
  - {name: FAILOVER_METHOD, type: string}
  - {name: GOAL, type: string}
  - {name: CLB_GOAL, type: string}
---*/
SELECT service_id, name, network_name, failover_method, goal, clb_goal FROM dba_services ORDER BY service_id
