/*---
id: feature-usage
about: Options and features really used; sampled weekly, not a legal statement
source: "D05"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: feature-usage, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: VERSION, type: string}
  - {name: DETECTED_USAGES, type: number}
  - {name: CURRENTLY_USED, type: string}
  - {name: FIRST_USAGE_DATE, type: timestamp}
  - {name: LAST_USAGE_DATE, type: timestamp}
  - {name: FEATURE_INFO, type: string}
---*/
SELECT name, version, detected_usages, currently_used, first_usage_date, last_usage_date, feature_info
FROM dba_feature_usage_statistics
WHERE detected_usages > 0 AND dbid = (SELECT dbid FROM v$database)
ORDER BY name
