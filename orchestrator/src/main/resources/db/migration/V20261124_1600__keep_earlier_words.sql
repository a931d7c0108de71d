-- Of each voice the last word was kept, and in the versions of facts whatever once held. A word that came late, or was
-- replaced by a later one of its voice before it ever held, stood nowhere: when the later one cannot be read, it is needed.
create table fact_earlier_words (
    program varchar(40) not null,
    database_name varchar(128) not null,
    name varchar(100) not null,
    voice varchar(200) not null,
    happened_at timestamptz not null,
    source varchar(400) not null,
    content text not null,
    unit varchar(40),
    confidence varchar(20) not null,
    constraint fact_earlier_words_pk primary key (program, database_name, name, voice, happened_at, source),
    constraint fact_earlier_words_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint fact_earlier_words_confidence check (confidence in ('MEASURED', 'DECLARED', 'ASSUMED'))
);
