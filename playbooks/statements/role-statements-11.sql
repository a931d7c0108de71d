/*---
id: role-statements-11
about: The statements that make each role, for releases that do not mark Oracle's; printed for whoever works by hand, never asked
source: "DP07"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT s.statement
FROM
  (SELECT 1 AS place, r.role AS grantee, ' ' AS granted,
          CASE r.password_required WHEN 'YES' THEN '-- and its password: ' ELSE '' END || 'CREATE ROLE "' || r.role ||
          CASE r.password_required
            WHEN 'YES' THEN '" IDENTIFIED BY'
            WHEN 'EXTERNAL' THEN '" IDENTIFIED EXTERNALLY;'
            WHEN 'GLOBAL' THEN '" IDENTIFIED GLOBALLY;'
            ELSE '";' END AS statement
   FROM dba_roles r
   UNION ALL
   SELECT 2 AS place, p.grantee, p.granted_role AS granted,
          'GRANT "' || p.granted_role || '" TO ' ||
          CASE p.grantee WHEN 'PUBLIC' THEN 'PUBLIC' ELSE '"' || p.grantee || '"' END ||
          CASE p.admin_option WHEN 'YES' THEN ' WITH ADMIN OPTION;' ELSE ';' END AS statement
   FROM dba_role_privs p
   UNION ALL
   SELECT 3 AS place, p.grantee, p.privilege AS granted,
          'GRANT ' || p.privilege || ' TO ' ||
          CASE p.grantee WHEN 'PUBLIC' THEN 'PUBLIC' ELSE '"' || p.grantee || '"' END ||
          CASE p.admin_option WHEN 'YES' THEN ' WITH ADMIN OPTION;' ELSE ';' END AS statement
   FROM dba_sys_privs p) s
WHERE s.grantee = 'PUBLIC' OR s.grantee IN (SELECT role FROM dba_roles WHERE SUBSTR(role, 1, 3) <> 'DV_' AND role NOT IN
    {{> oracle-roles-11.txt}})
ORDER BY s.place, s.grantee, s.granted
