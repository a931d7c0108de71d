-- What the owners NASTY and NASTY_OTHER have and hold, a line each, the same at every release: for before and after.
SET HEADING OFF PAGESIZE 0 FEEDBACK OFF LINESIZE 2000 TRIMSPOOL ON LONG 100000
SELECT 'object ' || owner || ' ' || object_type || ' ' || object_name || ' ' || status FROM dba_objects WHERE owner IN ('NASTY', 'NASTY_OTHER') AND object_name NOT LIKE 'BIN$%' AND SUBSTR(object_name, 1, 4) NOT IN ('SYS_', 'ISEQ') AND object_type NOT LIKE '%PARTITION' ORDER BY 1;
SELECT 'column ' || owner || ' ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || data_length || ' ' || nullable || ' ' || hidden_column || ' ' || virtual_column FROM dba_tab_cols WHERE owner IN ('NASTY', 'NASTY_OTHER') AND table_name NOT LIKE 'BIN$%' AND SUBSTR(column_name, 1, 4) <> 'SYS_' ORDER BY 1;
SELECT 'constraint ' || owner || ' ' || table_name || ' ' || constraint_name || ' ' || constraint_type || ' ' || status || ' ' || validated || ' ' || deferred FROM dba_constraints WHERE owner IN ('NASTY', 'NASTY_OTHER') AND generated = 'USER NAME' AND table_name NOT LIKE 'BIN$%' ORDER BY 1;
SELECT 'index ' || owner || ' ' || index_name || ' ' || index_type || ' ' || uniqueness || ' ' || tablespace_name FROM dba_indexes WHERE owner IN ('NASTY', 'NASTY_OTHER') AND generated = 'N' AND table_name NOT LIKE 'BIN$%' ORDER BY 1;
SELECT 'trigger ' || owner || ' ' || trigger_name || ' ' || status FROM dba_triggers WHERE owner IN ('NASTY', 'NASTY_OTHER') ORDER BY 1;
SELECT 'grant ' || grantor || ' ' || owner || ' ' || table_name || ' ' || privilege || ' ' || grantee || ' ' || grantable FROM dba_tab_privs WHERE owner IN ('NASTY', 'NASTY_OTHER') AND table_name NOT LIKE 'BIN$%' ORDER BY 1;
SELECT 'column grant ' || owner || ' ' || table_name || ' ' || column_name || ' ' || privilege || ' ' || grantee FROM dba_col_privs WHERE owner IN ('NASTY', 'NASTY_OTHER') ORDER BY 1;
SELECT 'role ' || grantee || ' ' || granted_role || ' ' || admin_option || ' ' || default_role FROM dba_role_privs WHERE grantee IN ('NASTY', 'NASTY_OTHER') ORDER BY 1;
SELECT 'right ' || grantee || ' ' || privilege || ' ' || admin_option FROM dba_sys_privs WHERE grantee IN ('NASTY', 'NASTY_OTHER') ORDER BY 1;
SELECT 'user ' || username || ' ' || account_status || ' ' || default_tablespace || ' ' || temporary_tablespace || ' ' || profile FROM dba_users WHERE username IN ('NASTY', 'NASTY_OTHER') ORDER BY 1;
SELECT 'quota ' || username || ' ' || tablespace_name || ' ' || max_bytes FROM dba_ts_quotas WHERE username IN ('NASTY', 'NASTY_OTHER') ORDER BY 1;
SELECT 'synonym ' || owner || ' ' || synonym_name || ' ' || table_owner || ' ' || table_name FROM dba_synonyms WHERE owner = 'NASTY' OR table_owner = 'NASTY' ORDER BY 1;
SELECT 'job ' || owner || ' ' || job_name || ' ' || enabled || ' ' || repeat_interval FROM dba_scheduler_jobs WHERE owner = 'NASTY' ORDER BY 1;
SELECT 'queue ' || owner || ' ' || name || ' ' || queue_type || ' ' || TRIM(enqueue_enabled) || ' ' || TRIM(dequeue_enabled) FROM dba_queues WHERE owner = 'NASTY' ORDER BY 1;
SELECT 'policy ' || object_owner || ' ' || object_name || ' ' || policy_name || ' ' || enable FROM dba_policies WHERE object_owner = 'NASTY' ORDER BY 1;
SELECT 'link ' || owner || ' ' || db_link || ' ' || username || ' ' || host FROM dba_db_links WHERE owner = 'NASTY' ORDER BY 1;
SELECT 'comment ' || owner || ' ' || table_name || ' ' || comments FROM dba_tab_comments WHERE owner = 'NASTY' AND comments IS NOT NULL AND table_type = 'TABLE' ORDER BY 1;
SELECT 'rows ' || owner || ' ' || table_name || ' ' || EXTRACTVALUE(XMLTYPE(DBMS_XMLGEN.GETXML('SELECT COUNT(*) C FROM "' || owner || '"."' || table_name || '"')), '/ROWSET/ROW/C') FROM dba_tables WHERE owner IN ('NASTY', 'NASTY_OTHER') AND nested = 'NO' AND secondary = 'N' AND temporary = 'N' AND table_name NOT LIKE 'BIN$%' AND table_name NOT LIKE 'AQ$%' AND iot_name IS NULL ORDER BY 1;
