-- Signed checkpoints of the audit record stood in one file beside the store, and nothing knew how many there were: with the
-- file deleted and the record's tail cut off, the check found nothing wrong. The store now knows number, time and digest of
-- every checkpoint, keeps its line until the places outside have it, and knows of each place how far it has come. Old
-- checkpoints have no number and are checked as before. Adding a column with a constant default locks nothing for longer
-- than an instant.
create table audit_checkpoints (
    number bigint not null,
    made_at timestamptz not null,
    -- SHA-256 of what is signed
    hash char(64) not null,
    -- as it stands in the file; null once it is old enough that every place must have it
    line text,
    constraint audit_checkpoints_pk primary key (number),
    constraint audit_checkpoints_number check (number >= 1)
);

-- Where checkpoints go, one row for each place.
create table audit_sinks (
    sink varchar(600) not null,
    -- first and last checkpoint that the place was given
    from_number bigint not null,
    last_number bigint not null,
    delivered_at timestamptz,
    failures integer not null,
    next_try_at timestamptz,
    trouble varchar(1000),
    trouble_since timestamptz,
    constraint audit_sinks_pk primary key (sink)
);

alter table audit_chains add column checkpointed_seq bigint not null default 0;
