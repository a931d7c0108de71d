/*---
id: create-service
about: A service of applications, not yet started
source: "G15"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: ["EXECUTE ON DBMS_SERVICE", ALTER SYSTEM]
binds: []
slots:
  - {name: service, type: literal}
  - {name: network_name, type: literal}
columns: []
---*/
BEGIN dbms_service.create_service({{service}}, {{network_name}}); END;
