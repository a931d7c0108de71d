/*---
id: role-object-grants-11
about: Grants on objects of SYS to roles that are not Oracle's, for releases that do not mark them
source: "D67"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2"}
discovery: {question: role-object-grants}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: GRANTEE, type: string}
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: PRIVILEGE, type: string}
  - {name: GRANTABLE, type: string}
---*/
SELECT grantee, owner, table_name, privilege, grantable FROM dba_tab_privs
WHERE owner = 'SYS' AND grantee IN (SELECT role FROM dba_roles) AND SUBSTR(grantee, 1, 3) <> 'DV_'
  AND grantee NOT IN
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
     'XDB_WEBSERVICES_WITH_PUBLIC')
ORDER BY grantee, table_name, privilege
