-- Mail went to the address that somebody had when a notice was raised, whatever became of the person since. Each delivery names
-- the person now; null for an address of nobody here, and of deliveries that were made before.
alter table notice_deliveries add column person varchar(200);
-- Of a gate of four eyes, after the first approval.
alter table notices drop constraint notices_kind;
alter table notices add constraint notices_kind
    check (kind in ('INCIDENT', 'MISSED_START', 'DECISION', 'SECOND_APPROVAL', 'OVERDUE', 'MESSAGE'));
