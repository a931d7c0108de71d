/*---
id: set-module
about: Names what a script's connection does and whose it is, so that V$SESSION shows it and it can be found and ended
source: "DP07, DP11, DP12"
kind: block
mutates: false
versions: {min: "10.2"}
privileges: []
binds: []
slots:
  - {name: module, type: literal}
  - {name: identifier, type: literal}
columns: []
---*/
BEGIN
  dbms_application_info.set_module(module_name => {{module}}, action_name => 'gulliver');
  dbms_session.set_identifier({{identifier}});
END;
