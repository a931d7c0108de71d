-- Messages of a night, written before, go the way of notices; they are told by a step and never seen to be over.
alter table notices add column text varchar(8000);
alter table notices drop constraint notices_kind;
alter table notices add constraint notices_kind
    check (kind in ('INCIDENT', 'MISSED_START', 'DECISION', 'OVERDUE', 'MESSAGE'));
alter table notices add constraint notices_text check ((kind = 'MESSAGE') = (text is not null));
