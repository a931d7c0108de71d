/*---
id: endianness
about: Byte order of the platform the database stands on
source: "D08"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: endianness}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PLATFORM_ID, type: number}
  - {name: PLATFORM_NAME, type: string}
  - {name: ENDIAN_FORMAT, type: string}
---*/
SELECT p.platform_id, p.platform_name, p.endian_format
FROM v$transportable_platform p, v$database d
WHERE p.platform_id = d.platform_id
