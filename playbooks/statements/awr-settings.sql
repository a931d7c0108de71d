/*---
id: awr-settings
about: How often AWR takes a snapshot and how long it keeps it
source: "D29"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-settings, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DBID, type: number}
  - {name: SNAP_INTERVAL, type: string}
  - {name: RETENTION, type: string}
---*/
SELECT dbid, snap_interval, retention FROM dba_hist_wr_control ORDER BY dbid
