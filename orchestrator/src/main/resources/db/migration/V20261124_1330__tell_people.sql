-- Alarms stood on pages alone: whoever looked at none heard nothing. A notice is one thing that people are told of once; a
-- delivery is one way to one person, or to the webhook, with its time and what became of it; a preference is a person's.
-- New tables: nothing is locked.
create table notices (
    id varchar(36) not null,
    program varchar(40) not null,
    kind varchar(20) not null,
    -- what it is about: with program and kind one notice, however often it is seen
    about varchar(300) not null,
    database_name varchar(200) not null,
    function varchar(60) not null,
    title varchar(200) not null,
    path varchar(600) not null,
    urgent boolean not null,
    raised_at timestamptz not null,
    -- since when it is over; what was not delivered by then is not
    cleared_at timestamptz,
    constraint notices_pk primary key (id),
    constraint notices_once unique (program, kind, about),
    constraint notices_program_fk foreign key (program) references programs (program) on delete cascade,
    constraint notices_kind check (kind in ('INCIDENT', 'MISSED_START', 'DECISION', 'OVERDUE'))
);

create table notice_deliveries (
    notice varchar(36) not null,
    way varchar(10) not null,
    -- address of the mail; empty for the webhook
    recipient varchar(320) not null,
    state varchar(10) not null,
    due_at timestamptz not null,
    tries integer not null,
    ended_at timestamptz,
    failure varchar(400),
    constraint notice_deliveries_pk primary key (notice, way, recipient),
    constraint notice_deliveries_notice_fk foreign key (notice) references notices (id) on delete cascade,
    constraint notice_deliveries_way check (way in ('MAIL', 'WEBHOOK')),
    constraint notice_deliveries_state check (state in ('WAITING', 'SENT', 'FAILED', 'OVER')),
    constraint notice_deliveries_ended check ((state = 'WAITING') = (ended_at is null))
);
-- select … where state = 'WAITING' and due_at <= ? order by due_at
create index notice_deliveries_due on notice_deliveries (state, due_at);

create table notice_preferences (
    person varchar(200) not null,
    mail boolean not null,
    digest_minutes integer not null,
    quiet_from time,
    quiet_to time,
    zone varchar(60) not null,
    urgent_at_once boolean not null,
    version bigint not null,
    constraint notice_preferences_pk primary key (person),
    constraint notice_preferences_quiet check ((quiet_from is null) = (quiet_to is null))
);
