/*---
id: database-identity
about: Who the database is and in which modes it runs
source: "D01"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: identity}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DBID, type: number}
  - {name: NAME, type: string}
  - {name: DB_UNIQUE_NAME, type: string}
  - {name: CREATED, type: timestamp}
  - {name: PLATFORM_ID, type: number}
  - {name: PLATFORM_NAME, type: string}
  - {name: LOG_MODE, type: string}
  - {name: FORCE_LOGGING, type: string}
  - {name: FLASHBACK_ON, type: string}
  - {name: DATABASE_ROLE, type: string}
  - {name: OPEN_MODE, type: string}
  - {name: SUPPLEMENTAL_LOG_DATA_MIN, type: string}
  - {name: SUPPLEMENTAL_LOG_DATA_PK, type: string}
  - {name: SUPPLEMENTAL_LOG_DATA_UI, type: string}
  - {name: SUPPLEMENTAL_LOG_DATA_FK, type: string}
  - {name: SUPPLEMENTAL_LOG_DATA_ALL, type: string}
  - {name: CURRENT_SCN, type: number}
---*/
SELECT dbid, name, db_unique_name, created, platform_id, platform_name, log_mode, force_logging, flashback_on,
       database_role, open_mode, supplemental_log_data_min, supplemental_log_data_pk, supplemental_log_data_ui,
       supplemental_log_data_fk, supplemental_log_data_all, current_scn
FROM v$database
