/*---
id: stop-service
about: Take a service from the listener, of this instance alone
source: "DP03, G7"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: ["EXECUTE ON DBMS_SERVICE", ALTER SYSTEM]
binds: []
slots:
  - {name: service, type: literal}
columns: []
---*/
BEGIN dbms_service.stop_service({{service}}); END;
