/*---
id: kill-session
about: End one session, named 'sid,serial#,@instance'
source: "DP03"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots:
  - {name: session, type: literal}
columns: []
---*/
ALTER SYSTEM KILL SESSION {{session}} IMMEDIATE
