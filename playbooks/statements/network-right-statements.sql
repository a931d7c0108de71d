/*---
id: network-right-statements
about: The call that gives each right in the network, once its user is there; printed for whoever works by hand, never asked
source: "D69, DP10"
kind: query
mutates: false
versions: {min: "12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'EXECUTE DBMS_NETWORK_ACL_ADMIN.APPEND_HOST_ACE(host => ''' || host || ''', ' ||
  CASE WHEN lower_port IS NULL THEN '' ELSE 'lower_port => ' || lower_port || ', upper_port => ' || COALESCE(upper_port, lower_port) || ', ' END ||
  'ace => xs$ace_type(privilege_list => xs$name_list(''' || LOWER(privilege) || '''), principal_name => ''' || principal ||
  ''', principal_type => xs_acl.ptype_db));' AS statement
FROM dba_host_aces
WHERE grant_type = 'GRANT' AND principal IN (SELECT username FROM dba_users WHERE oracle_maintained = 'N'
  UNION SELECT role FROM dba_roles WHERE oracle_maintained = 'N')
ORDER BY host, lower_port, principal, privilege
