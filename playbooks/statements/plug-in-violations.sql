/*---
id: plug-in-violations
about: Unresolved errors of the pluggable database with its container; while one stands it stays restricted (ORA-65144)
source: "C04"
kind: query
mutates: false
versions: {min: "12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: CAUSE, type: string}
  - {name: MESSAGE, type: string}
  - {name: ACTION, type: string}
---*/
SELECT name, cause, message, action FROM pdb_plug_in_violations
WHERE type = 'ERROR' AND status = 'PENDING' ORDER BY name, cause, line
