/*---
id: table-row-ora-hash
about: Order-free fingerprint of the rows of one table where a side is older than 12.1, which has no STANDARD_HASH
source: "V04, 4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds: []
slots:
  - {name: text, type: text}
  - {name: table, type: table}
columns:
  - {name: ROW_COUNT, type: number}
  - {name: HASH_1, type: number}
  - {name: HASH_2, type: number}
forms:
  # Canonical text of a column (docs/domain/validation.md, 4.1): one line a data type, {{c}} is the quoted column name.
  # The calendar is named where a date becomes text, because a session may have another; SHA-1 (3) is the strongest that DBMS_CRYPTO of 11.2 has.
  NUMBER: "TO_CHAR({{c}}, 'TM9', 'NLS_NUMERIC_CHARACTERS=''.,''')"
  FLOAT: "TO_CHAR({{c}}, 'TM9', 'NLS_NUMERIC_CHARACTERS=''.,''')"
  DATE: "TO_CHAR({{c}}, 'SYYYYMMDDHH24MISS', 'NLS_CALENDAR=GREGORIAN')"
  TIMESTAMP: "TO_CHAR({{c}}, 'SYYYYMMDDHH24MISSFF9', 'NLS_CALENDAR=GREGORIAN')"
  TIMESTAMP WITH TIME ZONE: "TO_CHAR(SYS_EXTRACT_UTC({{c}}), 'SYYYYMMDDHH24MISSFF9', 'NLS_CALENDAR=GREGORIAN') || TO_CHAR({{c}}, 'TZR')"
  TIMESTAMP WITH LOCAL TIME ZONE: "TO_CHAR(SYS_EXTRACT_UTC({{c}}), 'SYYYYMMDDHH24MISSFF9', 'NLS_CALENDAR=GREGORIAN')"
  INTERVAL: "TO_CHAR({{c}})"
  CHAR: "{{c}}"
  VARCHAR2: "{{c}}"
  RAW: "RAWTOHEX({{c}})"
  BINARY_FLOAT: "RAWTOHEX(UTL_RAW.CAST_FROM_BINARY_FLOAT({{c}}, 1))"
  BINARY_DOUBLE: "RAWTOHEX(UTL_RAW.CAST_FROM_BINARY_DOUBLE({{c}}, 1))"
  BLOB: "RAWTOHEX(DBMS_CRYPTO.HASH({{c}}, 3))"
  CLOB: "RAWTOHEX(DBMS_CRYPTO.HASH({{c}}, 3))"
  NCLOB: "RAWTOHEX(DBMS_CRYPTO.HASH({{c}}, 3))"
  # 500 characters in AL32UTF8, from {{from}} on: for national text, and for all text between two character sets.
  CONVERTED: "CASE WHEN LENGTH({{c}}) >= {{from}} THEN RAWTOHEX(UTL_I18N.STRING_TO_RAW(SUBSTR({{c}}, {{from}}, 500), 'AL32UTF8')) END"
---*/
SELECT COUNT(*) AS row_count,
       SUM(ORA_HASH(row_text, 4294967295, 0)) AS hash_1,
       SUM(ORA_HASH(row_text, 4294967295, 1)) AS hash_2
FROM (SELECT /*+ NO_MERGE */ {{text}} AS row_text FROM {{table}})
