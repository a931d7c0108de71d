/*---
id: dst-properties
about: Whether a daylight saving upgrade is open; DST_UPGRADE_STATE must be NONE
source: "D10"
kind: query
mutates: false
versions: {min: "11.2"}
discovery: {question: dst-properties, before: "DBMS_DST and its states came with 11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PROPERTY_NAME, type: string}
  - {name: PROPERTY_VALUE, type: string}
---*/
SELECT property_name, property_value FROM database_properties WHERE property_name LIKE 'DST_%' ORDER BY property_name
