/*---
id: session-rights
about: Privileges and enabled roles of whoever asks
source: "Database Reference: SESSION_PRIVS, SESSION_ROLES"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: []
binds: []
slots: []
columns:
  - {name: KIND, type: string}
  - {name: NAME, type: string}
---*/
SELECT 'PRIVILEGE' AS kind, privilege AS name FROM session_privs
UNION ALL
SELECT 'ROLE' AS kind, role AS name FROM session_roles
ORDER BY 1, 2
