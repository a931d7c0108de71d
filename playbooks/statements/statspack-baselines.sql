/*---
id: statspack-baselines
about: Which snapshots STATSPACK keeps beyond a purge
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-baselines, seconds: 600, load: statspack}
privileges: [SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables]
binds: []
slots: []
columns:
  - {name: INSTANCE_NUMBER, type: number}
  - {name: FIRST_SNAPSHOT, type: timestamp}
  - {name: LAST_SNAPSHOT, type: timestamp}
  - {name: SNAPSHOTS, type: number}
---*/
SELECT instance_number, MIN(snap_time) AS first_snapshot, MAX(snap_time) AS last_snapshot, COUNT(*) AS snapshots
FROM perfstat.stats$snapshot WHERE baseline = 'Y' GROUP BY instance_number ORDER BY instance_number
