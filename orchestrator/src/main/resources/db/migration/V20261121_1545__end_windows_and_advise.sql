-- A collection window had a first day and no end: sessions were sampled until the database was across, and what a DBA should
-- set stood on a page that nobody had to read. A window now ends by its last day, or earlier or later by a person with a
-- reason, and what must be done is a task with its script until evidence shows it, or somebody declines it. Windows that are
-- open go on; those whose last day has passed end with the first round. session_clients is written no more: clients of
-- samples stand in client_connections. Adding nullable columns and a table locks nothing for long.
alter table collection_windows add column extended_to date;
alter table collection_windows add column ended_on date;
alter table collection_windows add column ended_by varchar(200);
alter table collection_windows add column end_reason varchar(1000);

create table window_tasks (
    program varchar(40) not null,
    database_name varchar(128) not null,
    kind varchar(20) not null,
    role varchar(40) not null,
    title varchar(500) not null,
    script varchar(4000),
    state varchar(10) not null,
    opened_at timestamp(6) with time zone not null,
    closed_at timestamp(6) with time zone,
    closed_by varchar(200),
    reason varchar(2000),
    constraint window_tasks_pk primary key (program, database_name, kind),
    constraint window_tasks_window_fk foreign key (program, database_name)
        references collection_windows (program, database_name),
    constraint window_tasks_kind_ck check (kind in ('AWR_SETTINGS', 'AWR_BASELINE', 'STATSPACK', 'STATSPACK_BASELINE',
        'NOT_ENOUGH')),
    constraint window_tasks_state_ck check (state in ('OPEN', 'DONE', 'DECLINED'))
);
-- what waits for people, for the page of tasks: where state = 'OPEN' order by opened_at
create index window_tasks_open on window_tasks (state, opened_at);
