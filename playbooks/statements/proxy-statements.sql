/*---
id: proxy-statements
about: The statement that lets each account connect as another; printed for whoever works by hand, never asked
source: "DP10"
kind: query
mutates: false
versions: {min: "11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'ALTER USER "' || client || '" GRANT CONNECT THROUGH "' || proxy || '"' ||
       CASE MAX(authorization_constraint) WHEN 'NO CLIENT ROLES MAY BE ACTIVATED' THEN ' WITH NO ROLES'
            WHEN 'PROXY MAY ACTIVATE ROLE' THEN ' WITH ROLE ' WHEN 'PROXY MAY NOT ACTIVATE ROLE' THEN ' WITH ROLE ALL EXCEPT ' END ||
       LISTAGG(CASE WHEN role IS NULL THEN '' ELSE '"' || role || '"' END, ', ') WITHIN GROUP (ORDER BY role) ||
       CASE MAX(authentication) WHEN 'YES' THEN ' AUTHENTICATION REQUIRED;' ELSE ';' END AS statement
FROM dba_proxies
WHERE proxy_authority = 'DATABASE' GROUP BY proxy, client ORDER BY client, proxy
