-- A production start against what stands against it: one person asks with a reason, a second one agrees.
alter table database_decisions drop constraint database_decisions_kind;
alter table database_decisions add constraint database_decisions_kind
    check (kind in ('METHOD', 'SIZING', 'COMPLETENESS', 'OTHER_WORK', 'SGA', 'START'));
