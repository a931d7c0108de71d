/*---
id: statspack-events
about: Events waited for most in what STATSPACK holds
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-events, seconds: 600, load: statspack}
privileges: [SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables]
binds: []
slots: []
columns:
  - {name: INSTANCE_NUMBER, type: number}
  - {name: EVENT_NAME, type: string}
  - {name: WAITS, type: number}
  - {name: MICROS, type: number}
---*/
SELECT instance_number, event_name, waits, micros
FROM (SELECT instance_number, event AS event_name, MAX(total_waits) - MIN(total_waits) AS waits,
             MAX(time_waited_micro) - MIN(time_waited_micro) AS micros
      FROM perfstat.stats$system_event WHERE dbid = (SELECT dbid FROM v$database)
        AND event NOT IN (SELECT event FROM gv$system_event WHERE wait_class = 'Idle')
      GROUP BY instance_number, event
      ORDER BY MAX(time_waited_micro) - MIN(time_waited_micro) DESC)
WHERE ROWNUM <= 50
