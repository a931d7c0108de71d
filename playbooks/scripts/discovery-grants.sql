-- The rights that live discovery needs at a source, and no others. Run as SYSDBA with the SQL*Plus of the database:
--   sqlplus / as sysdba @discovery-grants.sql GULLIVER_READER
-- It asks for the new user's password and does not show it: on the command line everybody on the machine could read it.
-- Of a container database, either once in each pluggable database that shall move (ALTER SESSION SET CONTAINER = ...,
-- or sqlplus sys@//host/its-service as sysdba), or once in the root for a common user, whose name begins with C##; discovery
-- still goes to the service of each pluggable database. The root itself is told apart and refused.
-- Works from 10.2 on. Everything here is undone by DROP USER.
WHENEVER SQLERROR EXIT SQL.SQLCODE
SET VERIFY OFF
SET DEFINE ON
DEFINE reader = &1
ACCEPT secret CHAR PROMPT 'Password of the new user &reader: ' HIDE
-- READ on an object (from 12.1.0.2) reads and nothing more; SELECT, all that there is before, could also lock rows.
COLUMN look NEW_VALUE look NOPRINT
SELECT CASE WHEN TO_NUMBER(SUBSTR(version, 1, INSTR(version, '.') - 1)) > 12 OR version LIKE '12.2%'
         OR version LIKE '12.1.0.2%' THEN 'READ' ELSE 'SELECT' END AS look FROM v$instance;
COLUMN everywhere NEW_VALUE everywhere NOPRINT
SELECT CASE WHEN UPPER('&reader') LIKE 'C##%' THEN 'CONTAINER = ALL' END AS everywhere FROM dual;
CREATE USER &reader IDENTIFIED BY "&secret" &everywhere;
UNDEFINE secret
-- D01 to D77: DBA_*, V$ and GV$ views. It holds no right to read rows of applications.
GRANT CREATE SESSION TO &reader &everywhere;
GRANT SELECT_CATALOG_ROLE TO &reader &everywhere;
WHENEVER SQLERROR CONTINUE
-- D43: DBMS_TTS.TRANSPORT_SET_CHECK. Leave it out where no tablespaces shall be transported.
GRANT EXECUTE_CATALOG_ROLE TO &reader &everywhere;
-- D72, from 12.1: unified audit policies that are switched on. ORA-01919 before 12.1 is right. The role may read the audit
-- trail as well; where it must not, leave it out and grant the one view:
--   GRANT READ ON sys.audit_unified_enabled_policies TO ...
GRANT AUDIT_VIEWER TO &reader &everywhere;
-- D33, only where STATSPACK is installed and the Diagnostics Pack is not licensed. ORA-00942 elsewhere is right.
GRANT &look ON perfstat.stats$snapshot TO &reader;
GRANT &look ON perfstat.stats$sysstat TO &reader;
GRANT &look ON perfstat.stats$osstat TO &reader;
GRANT &look ON perfstat.stats$osstatname TO &reader;
GRANT &look ON perfstat.stats$sys_time_model TO &reader;
GRANT &look ON perfstat.stats$time_model_statname TO &reader;
GRANT &look ON perfstat.stats$system_event TO &reader;
GRANT &look ON perfstat.stats$sql_summary TO &reader;
-- D72, from 12.2, only where Database Vault is on: a Vault administrator grants a role such as DV_SECANALYST.
-- A common user sees of each container only what it is told to see.
BEGIN
  IF UPPER('&reader') LIKE 'C##%' THEN
    EXECUTE IMMEDIATE 'ALTER USER &reader SET CONTAINER_DATA = ALL CONTAINER = CURRENT';
  END IF;
END;
/
EXIT
