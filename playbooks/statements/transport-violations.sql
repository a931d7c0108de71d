/*---
id: transport-violations
about: What check-transport-set found in the same session
source: "D43"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: transport-violations, seconds: 600, quiet: true}
privileges: [EXECUTE_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: VIOLATIONS, type: string}
---*/
SELECT violations FROM transport_set_violations ORDER BY violations
