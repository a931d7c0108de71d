/*---
id: materialized-views
about: Materialized views and where their masters are
source: "D60"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: materialized-views}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: MVIEW_NAME, type: string}
  - {name: REFRESH_MODE, type: string}
  - {name: REFRESH_METHOD, type: string}
  - {name: LAST_REFRESH_DATE, type: timestamp}
  - {name: MASTER_LINK, type: string}
---*/
SELECT owner, mview_name, refresh_mode, refresh_method, last_refresh_date, master_link FROM dba_mviews ORDER BY owner, mview_name
