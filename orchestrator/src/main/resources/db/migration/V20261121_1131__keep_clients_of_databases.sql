-- Who comes to a database was in no table: sessions and listeners were counted and forgotten, and nobody could be named
-- for a client. One row a client (direction, machine, program, service); what sources saw stands in JSON, for it is read
-- whole. Programs on the host likewise, those of one kind renewed together. No old rows. Locks nothing that is in use.
create table client_connections (
    program varchar(40) not null,
    database_name varchar(128) not null,
    client_id char(16) not null,
    direction varchar(20) not null,
    machine varchar(200) not null,
    program_name varchar(200) not null,
    service varchar(200) not null,
    seen text not null,
    owner varchar(200),
    redirect varchar(40),
    note varchar(2000),
    version bigint not null,
    changed_by varchar(200) not null,
    changed_at timestamp(6) with time zone not null,
    constraint client_connections_pk primary key (program, database_name, client_id),
    constraint client_connections_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint client_connections_direction_ck check (direction in ('INBOUND', 'INBOUND_LINK', 'OUTBOUND_LINK')),
    constraint client_connections_redirect_ck check (redirect in ('SAME_SERVICE_NAME', 'DNS_ALIAS', 'SCAN_OR_VIP',
        'NAMES_PUSHED', 'PROXY', 'LINK_RECREATED', 'NOT_NEEDED'))
);

create table host_dependencies (
    program varchar(40) not null,
    database_name varchar(128) not null,
    kind varchar(20) not null,
    name varchar(200) not null,
    detail varchar(2000) not null,
    product varchar(200),
    s390x varchar(10) not null,
    said varchar(1000) not null,
    source varchar(300) not null,
    seen_at timestamp(6) with time zone not null,
    constraint host_dependencies_pk primary key (program, database_name, kind, name),
    constraint host_dependencies_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint host_dependencies_kind_ck check (kind in ('PROCESS', 'CRON')),
    constraint host_dependencies_s390x_ck check (s390x in ('YES', 'NO', 'UNKNOWN'))
);
