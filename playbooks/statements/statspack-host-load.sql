/*---
id: statspack-host-load
about: Counters of the hosts at each snapshot of the last 35 days
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-host-load, seconds: 600, load: statspack}
privileges: [SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables]
binds: []
slots: []
columns:
  - {name: SNAP_ID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: END_TIME, type: timestamp}
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
---*/
SELECT o.snap_id, o.instance_number, s.snap_time AS end_time, n.stat_name, o.value
FROM perfstat.stats$osstat o, perfstat.stats$osstatname n, perfstat.stats$snapshot s
WHERE o.osstat_id = n.osstat_id
  AND o.dbid = s.dbid AND o.snap_id = s.snap_id AND o.instance_number = s.instance_number
  AND o.dbid = (SELECT dbid FROM v$database) AND s.snap_time > SYSDATE - 35
  AND n.stat_name IN ('BUSY_TIME', 'IDLE_TIME', 'NUM_CPUS', 'NUM_CPU_CORES')
ORDER BY o.instance_number, o.snap_id, n.stat_name
