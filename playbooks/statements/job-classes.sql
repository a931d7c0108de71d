/*---
id: job-classes
about: Classes that scheduler jobs of applications name; they belong to SYS
source: "D64"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: job-classes}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: JOB_CLASS_NAME, type: string}
  - {name: RESOURCE_CONSUMER_GROUP, type: string}
  - {name: SERVICE, type: string}
  - {name: LOGGING_LEVEL, type: string}
  - {name: LOG_HISTORY, type: number}
  - {name: COMMENTS, type: string}
---*/
SELECT job_class_name, resource_consumer_group, service, logging_level, log_history, comments FROM dba_scheduler_job_classes
WHERE job_class_name IN (SELECT job_class FROM dba_scheduler_jobs WHERE INSTR(:owners, ',' || owner || ',') > 0)
ORDER BY job_class_name
