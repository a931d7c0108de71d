/*---
id: sample-events
about: Events waited for since the start of the instances
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sample-events, load: sample}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: EVENT_NAME, type: string}
  - {name: WAITS, type: number}
  - {name: MICROS, type: number}
  - {name: TAKEN, type: timestamp}
---*/
SELECT inst_id, event_name, waits, micros, SYSDATE AS taken
FROM (SELECT inst_id, event AS event_name, total_waits AS waits, time_waited_micro AS micros
      FROM gv$system_event WHERE wait_class <> 'Idle' ORDER BY time_waited_micro DESC)
WHERE ROWNUM <= 50
