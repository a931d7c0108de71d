/*---
id: concurrent-statistics
about: Whether statistics of several tables are gathered at once, by jobs
source: "V12"
kind: query
mutates: false
versions: {min: "11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SETTING, type: string}
---*/
SELECT DBMS_STATS.GET_PREFS('CONCURRENT') AS setting FROM dual
