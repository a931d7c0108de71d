/*---
id: awr-coverage
about: What AWR holds of each instance
source: "D29"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-coverage, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DBID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: FIRST_INTERVAL, type: timestamp}
  - {name: LAST_INTERVAL, type: timestamp}
  - {name: SNAPSHOTS, type: number}
---*/
SELECT dbid, instance_number, MIN(begin_interval_time) AS first_interval, MAX(end_interval_time) AS last_interval,
       COUNT(*) AS snapshots
FROM dba_hist_snapshot GROUP BY dbid, instance_number ORDER BY dbid, instance_number
