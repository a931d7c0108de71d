/*---
id: character-sets
about: Character sets and length semantics
source: "D09"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: character-sets}
privileges: []
binds: []
slots: []
columns:
  - {name: PARAMETER, type: string}
  - {name: VALUE, type: string}
---*/
SELECT parameter, value FROM nls_database_parameters
WHERE parameter IN ('NLS_CHARACTERSET', 'NLS_NCHAR_CHARACTERSET', 'NLS_LENGTH_SEMANTICS', 'NLS_RDBMS_VERSION')
ORDER BY parameter
