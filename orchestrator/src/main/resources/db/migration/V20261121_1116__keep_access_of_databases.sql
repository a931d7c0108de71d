-- Whether each database can be reached and read: one row for each thing that was tried, replaced by the next try, and one
-- for each database with what belongs to the whole try. A database that waits to be tried has a row in access_requests.
-- New tables: nothing else changes, and older programs do not look at them.
create table access_tries (
    program varchar(40) not null,
    database_name varchar(128) not null,
    missing varchar(4000) not null,
    zone varchar(60) not null,
    worker varchar(255),
    checked_at timestamp(6) with time zone not null,
    constraint access_tries_pk primary key (program, database_name),
    constraint access_tries_database_fk foreign key (program, database_name)
        references source_databases (program, database_name)
);
create table access_findings (
    program varchar(40) not null,
    database_name varchar(128) not null,
    item varchar(20) not null,
    state varchar(10) not null,
    seen varchar(2000) not null,
    action varchar(2000),
    role varchar(60),
    constraint access_findings_pk primary key (program, database_name, item),
    constraint access_findings_try_fk foreign key (program, database_name)
        references access_tries (program, database_name),
    constraint access_findings_state_ck check (state in ('GOOD', 'BAD', 'UNKNOWN', 'NEEDLESS'))
);
-- counts for the page: select item, state, count(*) where program = ? group by item, state
create index access_findings_state on access_findings (program, item, state);
create table access_requests (
    program varchar(40) not null,
    database_name varchar(128) not null,
    asked_by varchar(200) not null,
    asked_at timestamp(6) with time zone not null,
    constraint access_requests_pk primary key (program, database_name),
    constraint access_requests_database_fk foreign key (program, database_name)
        references source_databases (program, database_name)
);
-- the next that waits: where program = ? order by asked_at, database_name
create index access_requests_age on access_requests (program, asked_at, database_name);
