/*---
id: create-context-as
about: Namespace of a session context that is set from outside or shared; its package may come later
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE ANY CONTEXT]
binds: []
slots:
  - {name: context, type: identifier}
  - {name: owner, type: identifier}
  - {name: package, type: identifier}
  - {name: how, type: word}
columns: []
---*/
CREATE OR REPLACE CONTEXT {{context}} USING {{owner}}.{{package}} {{how}}
