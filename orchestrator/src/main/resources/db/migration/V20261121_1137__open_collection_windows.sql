-- Since when the load of a database is collected, on which days its sessions were sampled, and which clients the samples
-- showed: one row for each client, however often it was seen, so that weeks of samples stay small. The key of a client is
-- the SHA-256 of its four names, which can be long and can be missing. New tables: nothing else changes, and older
-- programs do not look at them.
create table collection_windows (
    program varchar(40) not null,
    database_name varchar(128) not null,
    opened_on date not null,
    opened_by varchar(200) not null,
    opened_at timestamp(6) with time zone not null,
    sampled_at timestamp(6) with time zone,
    sample_problem varchar(2000),
    constraint collection_windows_pk primary key (program, database_name),
    constraint collection_windows_database_fk foreign key (program, database_name)
        references source_databases (program, database_name)
);
create table session_samples (
    program varchar(40) not null,
    database_name varchar(128) not null,
    sampled_on date not null,
    samples integer not null,
    constraint session_samples_pk primary key (program, database_name, sampled_on),
    constraint session_samples_window_fk foreign key (program, database_name)
        references collection_windows (program, database_name)
);
create table session_clients (
    program varchar(40) not null,
    database_name varchar(128) not null,
    client char(64) not null,
    service_name varchar(200),
    machine varchar(200),
    program_name varchar(200),
    user_name varchar(200),
    first_seen timestamp(6) with time zone not null,
    last_seen timestamp(6) with time zone not null,
    samples integer not null,
    most_sessions integer not null,
    constraint session_clients_pk primary key (program, database_name, client),
    constraint session_clients_window_fk foreign key (program, database_name)
        references collection_windows (program, database_name)
);
