-- What the engine holds was believed by its workflow id alone: a run started again from its recorded input wrote and
-- acted anew. The journal now knows the run of the engine that writes it. Old rows learn it with their next event.
-- And a process without a key that sealed payloads stopped workflows in mid-run: the ids ever used are known here, so
-- that it is refused at its start. Locks migrations for a moment (a column without a value).
alter table migrations add column engine_run varchar(100);

create table payload_keys (
    id varchar(100) not null,
    -- tells another key of the same id apart, and nothing of the key
    check_value char(64) not null,
    first_used_at timestamp(6) with time zone not null,
    constraint payload_keys_pk primary key (id)
);
