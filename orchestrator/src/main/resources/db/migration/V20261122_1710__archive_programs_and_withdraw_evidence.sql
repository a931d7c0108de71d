-- A program could never be removed, and a file that was given by mistake stayed for ever, with the facts it told. A program
-- is archived first and deleted then; of a withdrawn file the hash and the reason stay, and its bytes until they are erased.
-- Old rows: no program is archived. Adding columns without a default and a table locks nothing for longer than an instant.
alter table programs add column archived_at timestamptz;
alter table programs add column archived_by varchar(200);

create table evidence_withdrawals (
    program varchar(40) not null,
    database_name varchar(128) not null,
    sha256 char(64) not null,
    name varchar(300) not null,
    kind varchar(60) not null,
    reason varchar(1000) not null,
    withdrawn_by varchar(200) not null,
    withdrawn_at timestamptz not null,
    erased_at timestamptz,
    constraint evidence_withdrawals_pk primary key (program, database_name, sha256),
    constraint evidence_withdrawals_database_fk foreign key (program, database_name)
        references source_databases (program, database_name)
);
-- select sha256 from evidence_withdrawals where erased_at is null and withdrawn_at < ?
create index evidence_withdrawals_open on evidence_withdrawals (erased_at, withdrawn_at);

-- The key of a deleted program may be taken again, the ids of its runs may not: job directories on hosts, workflows and the
-- audit record still know them. The next program of that key goes on counting.
create table deleted_programs (
    program varchar(40) not null,
    last_number integer not null,
    deleted_by varchar(200) not null,
    deleted_at timestamptz not null,
    constraint deleted_programs_pk primary key (program)
);
