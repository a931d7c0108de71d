/*---
id: recompile-invalid
about: Compile all invalid objects, as utlrp.sql does
source: "DP11"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [SYSDBA]
binds: []
slots:
  - {name: threads, type: number}
columns: []
---*/
BEGIN utl_recomp.recomp_parallel({{threads}}); END;
