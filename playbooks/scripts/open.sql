-- Opens a database to users and jobs again (undo of quiesce.sql on the source, step 16 of the runbook on the target).
WHENEVER SQLERROR EXIT SQL.SQLCODE ROLLBACK
WHENEVER OSERROR EXIT 9
SET ECHO ON
ALTER SYSTEM SET job_queue_processes = {{processes|parfile}} SCOPE = MEMORY;
ALTER SYSTEM DISABLE RESTRICTED SESSION;
EXIT SUCCESS
