/*---
id: statspack-coverage
about: What STATSPACK holds of each instance
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-coverage, seconds: 600, load: statspack}
privileges: [SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables]
binds: []
slots: []
columns:
  - {name: DBID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: FIRST_SNAPSHOT, type: timestamp}
  - {name: LAST_SNAPSHOT, type: timestamp}
  - {name: SNAPSHOTS, type: number}
---*/
SELECT dbid, instance_number, MIN(snap_time) AS first_snapshot, MAX(snap_time) AS last_snapshot, COUNT(*) AS snapshots
FROM perfstat.stats$snapshot GROUP BY dbid, instance_number ORDER BY dbid, instance_number
