-- A server was built as its run found the figures then, and a gate kept only that somebody had let it pass. A design that a
-- person approved is a row with all its lines, so that what is built can be held against it, and so that the same design asks
-- nobody twice. Servers have no rows of their own, so a server is its name. The table is new: no old rows, no lock.
create table build_approvals (
    id bigint generated always as identity,
    program varchar(40) not null,
    server varchar(200) not null,
    -- SHA-256 of the lines
    hash varchar(64) not null,
    -- JSON list of key, words, value and unit
    design text not null,
    approved_by varchar(200) not null,
    -- in the program's time
    approved_at timestamptz not null,
    reason varchar(2000) not null,
    -- the run at whose gate it was approved, or null for the page of the server
    migration varchar(200),
    constraint build_approvals_pk primary key (id),
    constraint build_approvals_program_fk foreign key (program) references programs (program),
    constraint build_approvals_hash check (hash ~ '^[0-9a-f]{64}$'),
    -- the approval of one design
    constraint build_approvals_one unique (program, server, hash)
);
