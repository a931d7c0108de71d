/*---
id: sys-function-source
about: Text of one function of SYS
source: "D68, DP07"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: name, type: string}
slots: []
columns:
  - {name: LINE, type: number}
  - {name: TEXT, type: string}
---*/
SELECT line, text FROM dba_source WHERE owner = 'SYS' AND type = 'FUNCTION' AND name = :name ORDER BY line
