/*---
id: set-resource-plan
about: Plan of the resource manager until the next restart, or none ('')
source: "C05"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots:
  - {name: plan, type: literal}
columns: []
---*/
ALTER SYSTEM SET resource_manager_plan = {{plan}} SCOPE = MEMORY SID = '*'
