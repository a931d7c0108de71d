-- The rights that live discovery needs at a source, and no others. Run as SYSDBA with SQL*Plus:
--   sqlplus / as sysdba @discovery-grants.sql GULLIVER_READER a-password
-- In a container database run it once in each pluggable database that shall move (ALTER SESSION SET CONTAINER = ...), or
-- once in the root for a common user: see the last part. Everything here is undone by DROP USER.
WHENEVER SQLERROR EXIT SQL.SQLCODE
SET VERIFY OFF
DEFINE reader = &1
CREATE USER &reader IDENTIFIED BY "&2";
-- D01 to D77: DBA_*, V$ and GV$ views. It holds no right to read rows of applications.
GRANT CREATE SESSION TO &reader;
GRANT SELECT_CATALOG_ROLE TO &reader;
WHENEVER SQLERROR CONTINUE
-- D43: DBMS_TTS.TRANSPORT_SET_CHECK and its table of findings. Leave it out where no tablespaces shall be transported.
GRANT EXECUTE_CATALOG_ROLE TO &reader;
-- D72, from 12.1: unified audit policies that are switched on. ORA-01919 before 12.1 is right.
GRANT AUDIT_VIEWER TO &reader;
-- D33, only where STATSPACK is installed and the Diagnostics Pack is not licensed. ORA-00942 elsewhere is right.
GRANT SELECT ON perfstat.stats$snapshot TO &reader;
GRANT SELECT ON perfstat.stats$sysstat TO &reader;
GRANT SELECT ON perfstat.stats$osstat TO &reader;
GRANT SELECT ON perfstat.stats$osstatname TO &reader;
GRANT SELECT ON perfstat.stats$sys_time_model TO &reader;
GRANT SELECT ON perfstat.stats$time_model_statname TO &reader;
GRANT SELECT ON perfstat.stats$system_event TO &reader;
GRANT SELECT ON perfstat.stats$sql_summary TO &reader;
-- D72, from 12.2, only where Database Vault is on: a Vault administrator grants a role such as DV_SECANALYST.
--
-- For a common user of a container database, in the root and instead of the above:
--   CREATE USER C##GULLIVER_READER IDENTIFIED BY "a-password" CONTAINER = ALL;
--   GRANT CREATE SESSION, SELECT_CATALOG_ROLE, EXECUTE_CATALOG_ROLE, AUDIT_VIEWER TO C##GULLIVER_READER CONTAINER = ALL;
--   ALTER USER C##GULLIVER_READER SET CONTAINER_DATA = ALL CONTAINER = CURRENT;
-- Discovery still goes to the service of each pluggable database; the root itself is told apart and refused.
EXIT
