/*---
id: registered-mviews
about: Materialized views of other databases that refresh from here
source: "D60"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: registered-mviews}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: NAME, type: string}
  - {name: MVIEW_SITE, type: string}
---*/
SELECT owner, name, mview_site FROM dba_registered_mviews ORDER BY owner, name, mview_site
