/*---
id: resumable-waits
about: Sessions that wait for space and go on when it comes
source: "DP08"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: STATUS, type: string}
  - {name: ERROR_NUMBER, type: number}
  - {name: ERROR_MSG, type: string}
  - {name: SUSPEND_TIME, type: string}
---*/
SELECT name, status, error_number, error_msg, suspend_time FROM dba_resumable WHERE status = 'SUSPENDED' ORDER BY suspend_time
