-- Program time: what a program's calendar says at each real instant. A real program has no piece: the wall clock is its
-- calendar. Pieces are only added; the last one holds.
create table program_clock (
    program varchar(40) not null references programs (program),
    number bigint not null,
    real_at timestamptz not null,
    program_at timestamptz not null,
    rate double precision not null,
    limit_at timestamptz,
    set_by varchar(200) not null,
    constraint program_clock_key primary key (program, number),
    constraint program_clock_rate check (rate >= 0),
    constraint program_clock_limit check (limit_at is null or limit_at >= program_at)
);

-- The journal keeps both times: happened_at is real.
alter table journal add column program_at timestamptz;

-- What a step waited for people and slots by the program's calendar; its snapshot counts in real seconds.
alter table migration_steps add column program_waited double precision not null default 0;

insert into chores (chore) values ('program-clock');
