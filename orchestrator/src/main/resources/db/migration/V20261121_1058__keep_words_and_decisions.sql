-- What every source said last of each fact, and what people decided about a database. New tables only.

-- The newest word on a fact stands in facts; here stands the last word of each voice, an older one too.
create table fact_words (
    program varchar(40) not null,
    database_name varchar(128) not null,
    name varchar(100) not null,
    -- the source without what changes from day to day: numbers, hashes, runs
    voice varchar(200) not null,
    content text not null,
    unit varchar(40),
    source varchar(400) not null,
    happened_at timestamp(6) with time zone not null,
    confidence varchar(20) not null,
    constraint fact_words_pk primary key (program, database_name, name, voice),
    constraint fact_words_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint fact_words_confidence check (confidence in ('MEASURED', 'DECLARED', 'ASSUMED'))
);

-- Append-only: the highest number of a kind holds.
create table database_decisions (
    program varchar(40) not null,
    database_name varchar(128) not null,
    kind varchar(20) not null,
    number bigint not null,
    -- what was decided: a method; null when it was taken back
    decided varchar(200),
    reason varchar(1000) not null,
    said_by varchar(200) not null,
    said_at timestamp(6) with time zone not null,
    -- what it rests on
    facts_version bigint not null,
    basis char(64) not null,
    content text not null,
    constraint database_decisions_pk primary key (program, database_name, kind, number),
    constraint database_decisions_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint database_decisions_kind check (kind in ('METHOD', 'SIZING', 'COMPLETENESS')),
    constraint database_decisions_number check (number >= 1)
);
