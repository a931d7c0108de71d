/*---
id: service-stop-statements
about: The statements that stop each service of applications; printed for whoever works by hand, never asked
source: "DP03"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: service, type: string}
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT DISTINCT 'EXECUTE dbms_service.stop_service(''' || name || ''');' AS statement FROM gv$active_services
WHERE name NOT LIKE 'SYS$%' AND name NOT LIKE '%XDB' AND LOWER(name) <> LOWER(:service) ORDER BY statement
