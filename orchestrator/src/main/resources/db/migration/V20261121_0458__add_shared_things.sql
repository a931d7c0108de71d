-- A server or container database that several migrations land in had no owner of its own, so rolling one migration
-- back could have removed another's server. A shared thing belongs to the program; each migration that lands there is
-- a user; the run that builds it is a migration of its own. No old rows; nothing is locked.

create table shared_things (
    program varchar(40) not null,
    kind varchar(40) not null,
    thing varchar(100) not null,
    run varchar(200),
    removing boolean not null,
    builds integer not null,
    constraint shared_things_pk primary key (program, kind, thing)
);

create table shared_users (
    program varchar(40) not null,
    kind varchar(40) not null,
    thing varchar(100) not null,
    migration varchar(200) not null,
    since timestamp(6) with time zone not null,
    constraint shared_users_pk primary key (program, kind, thing, migration),
    constraint shared_users_thing foreign key (program, kind, thing) references shared_things (program, kind, thing)
);
