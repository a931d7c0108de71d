/*---
id: check-database-link
about: Whether a link leads to a database that lets its user in
source: "NL01"
kind: block
mutates: false
versions: {min: "10.2"}
privileges: [CREATE SESSION]
binds: []
slots:
  - {name: link, type: identifier}
columns: []
---*/
DECLARE answer NUMBER; BEGIN SELECT 1 INTO answer FROM dual@{{link}}; END;
