/*---
id: awr-metrics
about: Load of the last 35 days by snapshot
source: "D30"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-metrics, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SNAP_ID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: BEGIN_TIME, type: timestamp}
  - {name: END_TIME, type: timestamp}
  - {name: METRIC_NAME, type: string}
  - {name: METRIC_UNIT, type: string}
  - {name: AVERAGE, type: number}
  - {name: MAXVAL, type: number}
  - {name: STANDARD_DEVIATION, type: number}
---*/
SELECT snap_id, instance_number, begin_time, end_time, metric_name, metric_unit, average, maxval, standard_deviation
FROM dba_hist_sysmetric_summary
WHERE dbid = (SELECT dbid FROM v$database) AND end_time > SYSDATE - 35
  AND metric_name IN ('Host CPU Utilization (%)', 'CPU Usage Per Sec', 'Average Active Sessions',
    'Physical Read Total IO Requests Per Sec', 'Physical Write Total IO Requests Per Sec',
    'Physical Read Total Bytes Per Sec', 'Physical Write Total Bytes Per Sec', 'Redo Generated Per Sec',
    'Network Traffic Volume Per Sec', 'User Transaction Per Sec', 'Executions Per Sec', 'Logons Per Sec',
    'Database Time Per Sec', 'SQL Service Response Time', 'Average Synchronous Single-Block Read Latency',
    'I/O Megabytes per Second', 'I/O Requests per Second')
ORDER BY snap_id, instance_number, metric_name
