/*---
id: job-class-statements
about: The calls that make each class that jobs of applications name, but for those of a consumer group or a service; printed for whoever works by hand, never asked
source: "DP07"
kind: query
mutates: false
versions: {min: "12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'EXECUTE dbms_scheduler.create_job_class(job_class_name => ''' || k.job_class_name ||
  ''', logging_level => dbms_scheduler.LOGGING_' || REPLACE(k.logging_level, ' ', '_') || ', log_history => ' ||
  NVL(TO_CHAR(k.log_history), 'NULL') || ', comments => ''' || REPLACE(k.comments, '''', '''''') || ''');' AS statement
FROM dba_scheduler_job_classes k
WHERE k.resource_consumer_group IS NULL AND k.service IS NULL AND k.job_class_name <> 'DEFAULT_JOB_CLASS'
  AND k.job_class_name IN
  (SELECT j.job_class FROM dba_scheduler_jobs j WHERE j.owner IN (SELECT username FROM dba_users WHERE oracle_maintained = 'N'))
ORDER BY k.job_class_name
