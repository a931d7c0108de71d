-- Host keys that the run which built a server read from its console: one row a host, taken away when that run is rolled back. New
-- and empty, no time.
create table host_keys (
    host varchar(255) not null,
    fingerprints varchar(2000) not null,
    run varchar(200) not null,
    learnt_at timestamptz not null,
    constraint host_keys_pk primary key (host)
);
