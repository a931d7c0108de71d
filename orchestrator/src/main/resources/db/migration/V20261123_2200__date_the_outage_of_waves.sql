-- T and go-live of a wave as people typed them: one at most, the other follows.
alter table waves add column users_out_at timestamptz;
alter table waves add column go_live_at timestamptz;
alter table waves add constraint waves_one_date check (users_out_at is null or go_live_at is null);

-- When users of a database are out and in, what follows, and what does not hold with these dates, as JSON.
create table cutover_dates (
    program varchar(40) not null,
    database_name varchar(128) not null,
    users_out_at timestamptz not null,
    users_in_at timestamptz not null,
    hypercare_ends_at timestamptz,
    retired_at timestamptz,
    broken text not null,
    constraint cutover_dates_pk primary key (program, database_name),
    constraint cutover_dates_database_fk foreign key (program, database_name)
        references source_databases (program, database_name)
);
