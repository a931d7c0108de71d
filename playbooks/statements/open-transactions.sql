/*---
id: open-transactions
about: Transactions that are open now, oldest first
source: "D35"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: open-transactions}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: USERNAME, type: string}
  - {name: START_DATE, type: timestamp}
  - {name: START_SCN, type: number}
  - {name: USED_UBLK, type: number}
---*/
SELECT s.inst_id, s.username, t.start_date, t.start_scn, t.used_ublk
FROM gv$transaction t, gv$session s
WHERE t.inst_id = s.inst_id AND t.ses_addr = s.saddr
ORDER BY t.start_date
