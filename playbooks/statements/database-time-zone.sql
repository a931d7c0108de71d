/*---
id: database-time-zone
about: Time zone that TIMESTAMP WITH LOCAL TIME ZONE is kept in
source: "D10"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: database-time-zone}
privileges: []
binds: []
slots: []
columns:
  - {name: TIME_ZONE, type: string}
---*/
SELECT dbtimezone AS time_zone FROM dual
