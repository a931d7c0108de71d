/*---
id: table-row-hash
about: Order-free fingerprint of the rows of one table, the same on both byte orders
source: "V04, 4.1"
kind: generated
mutates: false
versions: {min: "12.1"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds: []
slots:
  - {name: row, type: row}
  - {name: table, type: table}
columns:
  - {name: ROW_COUNT, type: number}
  - {name: HASH_1, type: number}
  - {name: HASH_2, type: number}
forms:
  # Canonical text of a column (docs/domain/validation.md, 4.1): one line a data type, {{c}} is the quoted column name.
  NUMBER: "TO_CHAR({{c}}, 'TM9', 'NLS_NUMERIC_CHARACTERS=''.,''')"
  FLOAT: "TO_CHAR({{c}}, 'TM9', 'NLS_NUMERIC_CHARACTERS=''.,''')"
  DATE: "TO_CHAR({{c}}, 'SYYYYMMDDHH24MISS')"
  TIMESTAMP: "TO_CHAR({{c}}, 'SYYYYMMDDHH24MISSFF9')"
  TIMESTAMP WITH TIME ZONE: "TO_CHAR(SYS_EXTRACT_UTC({{c}}), 'SYYYYMMDDHH24MISSFF9') || TO_CHAR({{c}}, 'TZR')"
  TIMESTAMP WITH LOCAL TIME ZONE: "TO_CHAR(SYS_EXTRACT_UTC({{c}}), 'SYYYYMMDDHH24MISSFF9')"
  INTERVAL: "TO_CHAR({{c}})"
  CHAR: "{{c}}"
  VARCHAR2: "{{c}}"
  RAW: "RAWTOHEX({{c}})"
  BINARY_FLOAT: "RAWTOHEX(UTL_RAW.CAST_FROM_BINARY_FLOAT({{c}}, 1))"
  BINARY_DOUBLE: "RAWTOHEX(UTL_RAW.CAST_FROM_BINARY_DOUBLE({{c}}, 1))"
  BLOB: "RAWTOHEX(DBMS_CRYPTO.HASH({{c}}, 4))"
  CLOB: "RAWTOHEX(DBMS_CRYPTO.HASH({{c}}, 4))"
  NCLOB: "RAWTOHEX(DBMS_CRYPTO.HASH({{c}}, 4))"
  # 500 characters in AL32UTF8, from {{from}} on: for national text, and for all text between two character sets.
  CONVERTED: "CASE WHEN LENGTH({{c}}) >= {{from}} THEN RAWTOHEX(UTL_I18N.STRING_TO_RAW(SUBSTR({{c}}, {{from}}, 500), 'AL32UTF8')) END"
---*/
SELECT COUNT(*) AS row_count,
       SUM(TO_NUMBER(SUBSTR(row_hash, 1, 16), 'XXXXXXXXXXXXXXXX')) AS hash_1,
       SUM(TO_NUMBER(SUBSTR(row_hash, 17, 16), 'XXXXXXXXXXXXXXXX')) AS hash_2
FROM (SELECT RAWTOHEX({{row}}) AS row_hash FROM {{table}})
