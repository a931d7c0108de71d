/*---
id: gather-dictionary-statistics
about: Statistics of the dictionary; speeds metadata jobs up
source: "C08"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: [ANALYZE ANY DICTIONARY, ANALYZE ANY]
binds: []
slots: []
columns: []
---*/
BEGIN dbms_stats.gather_dictionary_stats; END;
