/*---
id: database-clock
about: What time the database has
source: "D01"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: database-clock}
privileges: []
binds: []
slots: []
columns:
  - {name: NOW, type: timestamp}
---*/
SELECT SYSDATE AS now FROM dual
