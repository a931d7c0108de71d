/*---
id: recompile-invalid-serial
about: Compile all invalid objects in this session alone, where the job queue stands still
source: "DP11, PL/SQL Packages, UTL_RECOMP: parallel recompilation uses the job queue"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [SYSDBA]
binds: []
slots: []
columns: []
---*/
BEGIN utl_recomp.recomp_serial(); END;
