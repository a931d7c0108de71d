-- Targets were built on figures that nobody held against the catalogue of tuning checks. A run of the checks on a server or a
-- database is a row with its findings as the rules judged them; waivers stand beside them and are laid over when findings are
-- read, so that one which has ended counts no more without anybody doing anything. Servers have no rows of their own, so a
-- subject is a kind and a name. Tables are new: no old rows, no lock.
create table check_runs (
    id bigint generated always as identity,
    program varchar(40) not null,
    subject_kind varchar(20) not null,
    subject varchar(200) not null,
    moment varchar(20) not null,
    -- in the program's time
    made_at timestamptz not null,
    made_by varchar(200) not null,
    -- the run whose step looked, or null for a person
    migration varchar(200),
    -- which rules: 12 digits of the SHA-256 of their files
    rules varchar(12) not null,
    constraint check_runs_pk primary key (id),
    constraint check_runs_program_fk foreign key (program) references programs (program),
    constraint check_runs_kind check (subject_kind in ('SERVER', 'DATABASE')),
    constraint check_runs_moment check (moment in ('DESIGN', 'TARGET'))
);
-- the newest runs of one subject
create index check_runs_of_subject on check_runs (program, subject_kind, subject, moment, id);

create table check_findings (
    run bigint not null,
    number integer not null,
    rule varchar(40) not null,
    title varchar(300) not null,
    area varchar(40) not null,
    verdict varchar(20) not null,
    severity varchar(20) not null,
    seen varchar(4000) not null,
    wanted varchar(1000) not null,
    remedy varchar(1000) not null,
    source varchar(500) not null,
    note varchar(2000),
    constraint check_findings_pk primary key (run, number),
    constraint check_findings_run_fk foreign key (run) references check_runs (id) on delete cascade,
    constraint check_findings_verdict check (verdict in ('PASS', 'FAIL', 'NOT_MEASURED', 'NOT_APPLICABLE')),
    constraint check_findings_severity check (severity in ('BLOCKER', 'HIGH', 'MEDIUM', 'INFO'))
);

create table check_waivers (
    id bigint generated always as identity,
    program varchar(40) not null,
    rule varchar(40) not null,
    subject_kind varchar(20) not null,
    subject varchar(200) not null,
    reason varchar(2000) not null,
    -- the last day on which it counts, in the program's calendar
    until_day date not null,
    given_by varchar(200) not null,
    given_at timestamptz not null,
    withdrawn_by varchar(200),
    withdrawn_at timestamptz,
    constraint check_waivers_pk primary key (id),
    constraint check_waivers_program_fk foreign key (program) references programs (program),
    constraint check_waivers_kind check (subject_kind in ('SERVER', 'DATABASE')),
    constraint check_waivers_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null))
);
-- waivers of a program that were not withdrawn
create index check_waivers_of_program on check_waivers (program, rule, subject_kind, subject);
