/*---
id: convertible-platforms
about: Platforms the database can convert to
source: "D08b"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: convertible-platforms}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PLATFORM_ID, type: number}
  - {name: PLATFORM_NAME, type: string}
  - {name: ENDIAN_FORMAT, type: string}
---*/
SELECT platform_id, platform_name, endian_format FROM v$transportable_platform ORDER BY 1
