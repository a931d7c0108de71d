/*---
id: undo-history
about: Undo use; tells the risk of ORA-01555 in an export as of an SCN
source: "D23"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: undo-history}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: BEGIN_TIME, type: timestamp}
  - {name: UNDOBLKS, type: number}
  - {name: MAXQUERYLEN, type: number}
  - {name: TUNED_UNDORETENTION, type: number}
  - {name: SSOLDERRCNT, type: number}
---*/
SELECT inst_id, begin_time, undoblks, maxquerylen, tuned_undoretention, ssolderrcnt
FROM gv$undostat ORDER BY inst_id, begin_time
