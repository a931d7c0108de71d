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
  - {name: OWNER, type: string}
  - {name: JOB_CLASS_NAME, type: string}
  - {name: RESOURCE_CONSUMER_GROUP, type: string}
  - {name: SERVICE, type: string}
  - {name: LOGGING_LEVEL, type: string}
  - {name: LOG_HISTORY, type: number}
  - {name: COMMENTS, type: string}
---*/
SELECT j.owner, c.job_class_name, c.resource_consumer_group, c.service, c.logging_level, c.log_history, c.comments
FROM dba_scheduler_job_classes c
JOIN (SELECT DISTINCT owner, job_class FROM dba_scheduler_jobs WHERE INSTR(:owners, ',' || owner || ',') > 0) j
  ON j.job_class = c.job_class_name
ORDER BY j.owner, c.job_class_name
