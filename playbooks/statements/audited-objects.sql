/*---
id: audited-objects
about: Objects of applications that traditional auditing watches
source: "D72, V09"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: ALT, type: string}
  - {name: AUD, type: string}
  - {name: COM, type: string}
  - {name: DEL, type: string}
  - {name: EXE, type: string}
  - {name: GRA, type: string}
  - {name: IND, type: string}
  - {name: INS, type: string}
  - {name: LOC, type: string}
  - {name: REN, type: string}
  - {name: SEL, type: string}
  - {name: UPD, type: string}
---*/
SELECT owner, object_name, alt, aud, com, del, exe, gra, ind, ins, loc, ren, sel, upd FROM dba_obj_audit_opts WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, object_name
