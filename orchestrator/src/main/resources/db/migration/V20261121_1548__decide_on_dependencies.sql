-- A program without a build for s390x needs a decision, and its row is renewed with every list of processes: what a person
-- decided stood nowhere. One row for a program of a database, by its name, whatever it was seen as. A new table.
create table dependency_decisions (
    program varchar(40) not null,
    database_name varchar(128) not null,
    name varchar(200) not null,
    choice varchar(20) not null,
    reason varchar(1000) not null,
    decided_by varchar(200) not null,
    decided_at timestamp(6) with time zone not null,
    constraint dependency_decisions_pk primary key (program, database_name, name),
    constraint dependency_decisions_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint dependency_decisions_choice_ck check (choice in ('HAS_BUILD', 'REPLACED', 'RUNS_ELSEWHERE', 'NOT_NEEDED'))
);
