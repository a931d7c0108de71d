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
    ('ADM_PARALLEL_EXECUTE_TASK', 'APEX_ADMINISTRATOR_ROLE', 'AQ_ADMINISTRATOR_ROLE', 'AQ_USER_ROLE',
     'AUTHENTICATEDUSER', 'CONNECT', 'CSW_USR_ROLE', 'CTXAPP', 'CWM_USER', 'DATAPUMP_EXP_FULL_DATABASE',
     'DATAPUMP_IMP_FULL_DATABASE', 'DBA', 'DBFS_ROLE', 'DELETE_CATALOG_ROLE', 'DMUSER_ROLE', 'DM_CATALOG_ROLE',
     'EJBCLIENT', 'EXECUTE_CATALOG_ROLE', 'EXP_FULL_DATABASE', 'GATHER_SYSTEM_STATISTICS', 'GLOBAL_AQ_USER_ROLE',
     'HS_ADMIN_EXECUTE_ROLE', 'HS_ADMIN_ROLE', 'HS_ADMIN_SELECT_ROLE', 'IMP_FULL_DATABASE', 'JAVADEBUGPRIV',
     'JAVAIDPRIV', 'JAVASYSPRIV', 'JAVAUSERPRIV', 'JAVA_ADMIN', 'JAVA_DEPLOY', 'JMXSERVER', 'LBAC_DBA',
     'LOGSTDBY_ADMINISTRATOR', 'MGMT_USER', 'OEM_ADVISOR', 'OEM_MONITOR', 'OLAPI_TRACE_USER', 'OLAP_DBA',
     'OLAP_USER', 'OLAP_XS_ADMIN', 'ORDADMIN', 'OWB$CLIENT', 'OWB_DESIGNCENTER_VIEW', 'OWB_USER',
     'RECOVERY_CATALOG_OWNER', 'RESOURCE', 'SCHEDULER_ADMIN', 'SELECT_CATALOG_ROLE', 'SNMPAGENT',
     'SPATIAL_CSW_ADMIN', 'SPATIAL_WFS_ADMIN', 'WFS_USR_ROLE', 'WKUSER', 'WM_ADMIN_ROLE', 'XDBADMIN',
     'XDBWEBSERVICES', 'XDB_SET_INVOKER', 'XDB_WEBSERVICES', 'XDB_WEBSERVICES_OVER_HTTP',
     'XDB_WEBSERVICES_WITH_PUBLIC'))
ORDER BY s.place, s.grantee, s.granted
