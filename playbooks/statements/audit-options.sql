/*---
id: audit-options
about: Statements and privileges that traditional auditing watches, and of whom
source: "D72, V09"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: USER_NAME, type: string}
  - {name: PROXY_NAME, type: string}
  - {name: AUDIT_OPTION, type: string}
  - {name: SUCCESS, type: string}
  - {name: FAILURE, type: string}
---*/
SELECT user_name, proxy_name, audit_option, success, failure FROM dba_stmt_audit_opts
UNION SELECT user_name, proxy_name, privilege, success, failure FROM dba_priv_audit_opts ORDER BY 1, 2, 3
