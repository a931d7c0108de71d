/*---
id: text-as-bytes
about: Whether the session may turn text into bytes; ORA-00904 where somebody took EXECUTE on the package from PUBLIC
source: "V03, V04, 4.1"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [EXECUTE ON UTL_RAW]
binds: []
slots: []
columns:
  - {name: DIGITS, type: string}
---*/
SELECT RAWTOHEX(UTL_RAW.CAST_TO_RAW('A')) AS digits FROM dual
