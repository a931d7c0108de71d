-- Rates stood in a program's policy as bare numbers, so nobody could say who measured one, when, and under which conditions,
-- and what a rehearsal measured had no place at all. Each word on a rate is a row now and none is overwritten: the newest
-- holds. A row without a database is of the program as a whole; a row without a run was typed by a person. The unique
-- constraint lets a run tell what it measured as often as it likes; numbers go up, so that a program's highest tells
-- whether something changed. A new table: nothing is locked.
create table measured_rates (
    id bigint generated always as identity,
    program varchar(40) not null,
    database_name varchar(128),
    name varchar(200) not null,
    rate_value double precision not null,
    unit varchar(20) not null,
    conditions text not null,
    measured_by varchar(200) not null,
    migration varchar(200),
    purpose varchar(20),
    measured_at timestamptz not null,
    constraint measured_rates_pk primary key (id),
    constraint measured_rates_once unique (program, database_name, name, migration),
    constraint measured_rates_program_fk foreign key (program) references programs (program),
    constraint measured_rates_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint measured_rates_unit check (unit in ('MB_PER_SECOND', 'OBJECTS_PER_SECOND', 'SECONDS')),
    constraint measured_rates_purpose check (purpose in ('REHEARSAL', 'PRODUCTION'))
);
