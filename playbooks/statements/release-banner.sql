/*---
id: release-banner
about: The banner, which names the edition (an 11.2 standard edition has no edition word)
source: "D03"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: banner}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: BANNER, type: string}
---*/
SELECT banner FROM v$version WHERE banner LIKE 'Oracle%'
