-- Views of the grid that people keep: an address under a name. A shared one is seen by everybody of the program. A new
-- table: nothing else changes, and older programs do not look at it.
create table saved_views (
    program varchar(40) not null,
    owner varchar(200) not null,
    name varchar(60) not null,
    address varchar(1000) not null,
    shared boolean not null,
    saved_at timestamp(6) with time zone not null,
    constraint saved_views_pk primary key (program, owner, name),
    constraint saved_views_program_fk foreign key (program) references programs (program)
);
