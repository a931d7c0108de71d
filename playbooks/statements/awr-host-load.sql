/*---
id: awr-host-load
about: Counters of the hosts at each snapshot of the last 35 days
source: "D31"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-host-load, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SNAP_ID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: END_TIME, type: timestamp}
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
---*/
SELECT o.snap_id, o.instance_number, s.end_interval_time AS end_time, o.stat_name, o.value
FROM dba_hist_osstat o, dba_hist_snapshot s
WHERE o.dbid = s.dbid AND o.snap_id = s.snap_id AND o.instance_number = s.instance_number
  AND o.dbid = (SELECT dbid FROM v$database) AND s.end_interval_time > SYSDATE - 35
  AND o.stat_name IN ('BUSY_TIME', 'IDLE_TIME', 'IOWAIT_TIME', 'NUM_CPUS', 'NUM_CPU_CORES', 'LOAD',
    'PHYSICAL_MEMORY_BYTES')
ORDER BY o.instance_number, o.snap_id, o.stat_name
