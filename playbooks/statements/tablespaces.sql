/*---
id: tablespaces
about: Tablespaces and their modes
source: "D13"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: tablespaces}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: BLOCK_SIZE, type: number}
  - {name: CONTENTS, type: string}
  - {name: STATUS, type: string}
  - {name: BIGFILE, type: string}
  - {name: LOGGING, type: string}
  - {name: FORCE_LOGGING, type: string}
  - {name: SEGMENT_SPACE_MANAGEMENT, type: string}
  - {name: ENCRYPTED, type: string}
---*/
SELECT tablespace_name, block_size, contents, status, bigfile, logging, force_logging, segment_space_management,
       encrypted
FROM dba_tablespaces ORDER BY tablespace_name
