/*---
id: create-tablespace-blocks
about: Tablespace made before the import whose blocks are not those of the database; its DB_nK_CACHE_SIZE is set before (ORA-29339)
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
  - {name: file, type: literal}
  - {name: megabytes, type: number}
  - {name: next, type: number}
  - {name: block_size, type: number}
columns: []
---*/
CREATE BIGFILE TABLESPACE {{tablespace}} DATAFILE {{file}} SIZE {{megabytes}}M AUTOEXTEND ON NEXT {{next}}M MAXSIZE UNLIMITED BLOCKSIZE {{block_size}}
