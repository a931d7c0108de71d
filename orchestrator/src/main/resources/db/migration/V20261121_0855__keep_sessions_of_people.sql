-- People stay logged in when a server is killed or another one answers. The columns are Spring Session's.
create table people_sessions (
    primary_id char(36) not null primary key,
    session_id char(36) not null,
    creation_time bigint not null,
    last_access_time bigint not null,
    max_inactive_interval int not null,
    expiry_time bigint not null,
    principal_name varchar(100)
);
create unique index people_sessions_by_id on people_sessions (session_id);
create index people_sessions_by_expiry on people_sessions (expiry_time);
create index people_sessions_by_name on people_sessions (principal_name);

create table people_sessions_attributes (
    session_primary_id char(36) not null references people_sessions on delete cascade,
    attribute_name varchar(200) not null,
    attribute_bytes bytea not null,
    primary key (session_primary_id, attribute_name)
);
