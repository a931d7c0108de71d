/*---
id: release-banner-18
about: Release and edition in words, with the full release
source: "D03"
kind: query
mutates: false
versions: {min: "18"}
discovery: {question: banner}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: BANNER, type: string}
---*/
SELECT NVL(banner_full, banner) AS banner FROM v$version WHERE banner LIKE 'Oracle%'
