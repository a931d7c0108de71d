/*---
id: directories
about: Directory objects and their paths
source: "D62"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: directories, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DIRECTORY_NAME, type: string}
  - {name: DIRECTORY_PATH, type: string}
---*/
SELECT directory_name, directory_path FROM dba_directories ORDER BY directory_name
