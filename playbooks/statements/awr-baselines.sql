/*---
id: awr-baselines
about: Which snapshots AWR keeps beyond its retention
source: "D29"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-baselines, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: BASELINE_NAME, type: string}
  - {name: START_SNAP_TIME, type: timestamp}
  - {name: END_SNAP_TIME, type: timestamp}
---*/
SELECT baseline_name, start_snap_time, end_snap_time FROM dba_hist_baseline
WHERE dbid = (SELECT dbid FROM v$database) ORDER BY baseline_name
