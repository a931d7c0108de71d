/*---
id: pga-advice
about: What another PGA target would cost or gain
source: "D27"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: pga-advice}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PGA_TARGET_FOR_ESTIMATE, type: number}
  - {name: ESTD_PGA_CACHE_HIT_PERCENTAGE, type: number}
  - {name: ESTD_OVERALLOC_COUNT, type: number}
---*/
SELECT pga_target_for_estimate, estd_pga_cache_hit_percentage, estd_overalloc_count
FROM v$pga_target_advice ORDER BY pga_target_for_estimate
