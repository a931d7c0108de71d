/*---
id: application-owners-11
about: Schemas that are not maintained by Oracle, for releases that do not mark them
source: "discovery.md, Rules for all questions (owners before 12.1)"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2"}
discovery: {question: owners}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: USERNAME, type: string}
---*/
SELECT username FROM dba_users
WHERE username NOT IN
    ('SYS', 'SYSTEM', 'SYSMAN', 'DBSNMP', 'OUTLN', 'XDB', 'ANONYMOUS', 'CTXSYS', 'MDSYS', 'MDDATA', 'ORDSYS', 'ORDPLUGINS',
     'ORDDATA', 'SI_INFORMTN_SCHEMA', 'OLAPSYS', 'WMSYS', 'EXFSYS', 'DMSYS', 'TSMSYS', 'DIP', 'LBACSYS', 'DVSYS', 'DVF',
     'APPQOSSYS', 'ORACLE_OCM', 'FLOWS_FILES', 'OWBSYS', 'GSMADMIN_INTERNAL', 'GGSYS', 'AUDSYS', 'OJVMSYS', 'XS$NULL',
     'SPATIAL_CSW_ADMIN_USR', 'SPATIAL_WFS_ADMIN_USR', 'MGMT_VIEW', 'OWBSYS_AUDIT')
  AND username NOT LIKE 'APEX%'
  AND username NOT IN (SELECT schema FROM dba_registry WHERE schema IS NOT NULL)
ORDER BY username
