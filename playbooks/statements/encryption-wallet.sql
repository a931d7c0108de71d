/*---
id: encryption-wallet
about: Keystore and whether it is open
source: "D54"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: encryption-wallet, cut: true, before: "the wallet view is documented from 11.1 on"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: WRL_TYPE, type: string}
  - {name: WRL_PARAMETER, type: string}
  - {name: STATUS, type: string}
---*/
SELECT wrl_type, wrl_parameter, status FROM v$encryption_wallet
