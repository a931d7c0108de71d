/*---
id: gather-fixed-statistics
about: Statistics of the tables in memory that V$ views read; speeds metadata jobs up
source: "C08"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [ANALYZE ANY DICTIONARY]
binds: []
slots: []
columns: []
---*/
BEGIN dbms_stats.gather_fixed_objects_stats; END;
