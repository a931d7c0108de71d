/*---
id: profile-statements
about: The statements that make each profile with its limits; printed for whoever works by hand, never asked
source: "DP07"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT s.statement
FROM
  (SELECT p.profile, ' ' AS resource_name,
          'CREATE PROFILE "' || p.profile || '" LIMIT SESSIONS_PER_USER DEFAULT;' AS statement
   FROM dba_profiles p
   WHERE p.profile <> 'DEFAULT'
   GROUP BY p.profile
   UNION ALL
   SELECT p.profile, p.resource_name,
          'ALTER PROFILE "' || p.profile || '" LIMIT ' || p.resource_name || ' ' || p.limit || ';' AS statement
   FROM dba_profiles p
   WHERE p.limit NOT IN ('DEFAULT', 'FROM ROOT')) s
ORDER BY s.profile, s.resource_name
