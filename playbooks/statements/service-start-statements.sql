/*---
id: service-start-statements
about: The statements that make and start each service of applications that is started now; printed for whoever works by hand, never asked
source: "G15"
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
SELECT s.statement
FROM
  (SELECT a.name, 1 AS turn,
          'EXECUTE dbms_service.create_service(''' || a.name || ''', ''' || a.network_name || ''');' AS statement
   FROM gv$active_services a
   UNION
   SELECT a.name, 2 AS turn, 'EXECUTE dbms_service.start_service(''' || a.name || ''');' AS statement
   FROM gv$active_services a) s
WHERE s.name NOT LIKE 'SYS$%' AND s.name NOT LIKE '%XDB' AND LOWER(s.name) <> LOWER(:service)
  AND LOWER(s.name) NOT IN
    (SELECT LOWER(d.db_unique_name) FROM v$database d
     UNION ALL
     SELECT LOWER(d.db_unique_name || '.' || COALESCE(p.value, '-')) FROM v$database d CROSS JOIN v$parameter p
     WHERE p.name = 'db_domain')
ORDER BY s.name, s.turn
