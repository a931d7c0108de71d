/*---
id: service-stop-statements
about: The statements that stop each service of applications, not that of the database itself; printed for whoever works by hand, never asked
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
WHERE name NOT LIKE 'SYS$%' AND name NOT LIKE '%XDB' AND LOWER(name) <> LOWER(:service)
  AND LOWER(name) NOT IN
    (SELECT LOWER(d.db_unique_name) FROM v$database d
     UNION ALL
     SELECT LOWER(d.db_unique_name || '.' || COALESCE(p.value, '-')) FROM v$database d CROSS JOIN v$parameter p
     WHERE p.name = 'db_domain')
ORDER BY statement
