/*---
id: start-service
about: Offer a service at the listener, of this instance alone
source: "DP03 (undo), G15"
kind: block
mutates: true
versions: {min: "10.2"}
privileges: ["EXECUTE ON DBMS_SERVICE", ALTER SYSTEM]
binds: []
slots:
  - {name: service, type: literal}
columns: []
---*/
BEGIN dbms_service.start_service({{service}}); END;
