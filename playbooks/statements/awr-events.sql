/*---
id: awr-events
about: Events waited for most in what AWR holds
source: "D32"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-events, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INSTANCE_NUMBER, type: number}
  - {name: EVENT_NAME, type: string}
  - {name: WAIT_CLASS, type: string}
  - {name: WAITS, type: number}
  - {name: MICROS, type: number}
---*/
SELECT instance_number, event_name, wait_class, waits, micros
FROM (SELECT instance_number, event_name, wait_class, MAX(total_waits) - MIN(total_waits) AS waits,
             MAX(time_waited_micro) - MIN(time_waited_micro) AS micros
      FROM dba_hist_system_event
      WHERE dbid = (SELECT dbid FROM v$database) AND wait_class <> 'Idle'
      GROUP BY instance_number, event_name, wait_class
      ORDER BY MAX(time_waited_micro) - MIN(time_waited_micro) DESC)
WHERE ROWNUM <= 50
