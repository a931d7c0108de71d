/*---
id: profiles
about: Profiles, their limits and verify functions
source: "D68"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: profiles}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PROFILE, type: string}
  - {name: RESOURCE_NAME, type: string}
  - {name: RESOURCE_TYPE, type: string}
  - {name: SETTING, type: string}
---*/
SELECT p.profile, p.resource_name, p.resource_type, p.limit AS setting FROM dba_profiles p ORDER BY profile, resource_name
