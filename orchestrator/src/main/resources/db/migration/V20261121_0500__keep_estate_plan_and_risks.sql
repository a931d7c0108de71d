-- What the estate is, how it is planned, what may go wrong. New tables only: no old rows change, nothing is locked.
-- The profile of a database is JSON, read whole; what the grid filters and sorts by stands in columns of its own.

create table source_databases (
    program varchar(40) not null,
    database_name varchar(128) not null,
    -- upper case of the name: it is unique whatever its case
    folded varchar(200) not null,
    application varchar(200) not null,
    environment varchar(20) not null,
    source_host varchar(255),
    oracle_version varchar(40),
    gigabytes double precision,
    window_minutes integer,
    owner varchar(200),
    move_group varchar(200),
    -- name, application and host in lower case, for the search field
    searched varchar(800) not null,
    profile text not null,
    facts_version bigint not null,
    -- the run that its stages were read from, and how far
    run varchar(200),
    run_generation integer not null,
    run_seq bigint not null,
    across boolean not null,
    slip_seconds bigint not null,
    version bigint not null,
    changed_by varchar(200) not null,
    changed_at timestamp(6) with time zone not null,
    constraint source_databases_pk primary key (program, database_name),
    constraint source_databases_program_fk foreign key (program) references programs (program),
    constraint source_databases_folded unique (program, folded),
    constraint source_databases_environment check (environment in ('PRODUCTION', 'TEST', 'DEVELOPMENT')),
    constraint source_databases_version_positive check (version >= 1)
);

create table landings (
    program varchar(40) not null,
    database_name varchar(128) not null,
    target_database varchar(128),
    pluggable varchar(128),
    release varchar(40),
    kind varchar(20),
    constraint landings_pk primary key (program, database_name),
    constraint landings_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint landings_kind check (kind in ('ZVM', 'DPM', 'AUTO'))
);
-- select … from landings where program = ? and target_database = ?
create index landings_by_target on landings (program, target_database);

create table landing_servers (
    program varchar(40) not null,
    database_name varchar(128) not null,
    place integer not null,
    server varchar(128) not null,
    constraint landing_servers_pk primary key (program, database_name, place),
    constraint landing_servers_once unique (program, database_name, server),
    constraint landing_servers_landing_fk foreign key (program, database_name)
        references landings (program, database_name)
);
-- select … from landing_servers where program = ? and server = ?
create index landing_servers_by_server on landing_servers (program, server);

create table facts (
    program varchar(40) not null,
    database_name varchar(128) not null,
    name varchar(100) not null,
    -- versions of the database's facts: first one that holds it, first one that no longer does
    since_version bigint not null,
    until_version bigint,
    content text not null,
    unit varchar(40),
    source varchar(400) not null,
    happened_at timestamp(6) with time zone not null,
    confidence varchar(20) not null,
    constraint facts_pk primary key (program, database_name, name, since_version),
    constraint facts_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint facts_confidence check (confidence in ('MEASURED', 'DECLARED', 'ASSUMED'))
);

create table database_stages (
    program varchar(40) not null,
    database_name varchar(128) not null,
    stage varchar(20) not null,
    status varchar(10) not null,
    -- order of the status on pages
    status_rank integer not null,
    done integer not null,
    total integer not null,
    since timestamp(6) with time zone,
    purpose varchar(20),
    baseline_start timestamp(6) with time zone,
    baseline_end timestamp(6) with time zone,
    planned_start timestamp(6) with time zone,
    planned_end timestamp(6) with time zone,
    forecast_start timestamp(6) with time zone,
    forecast_end timestamp(6) with time zone,
    actual_start timestamp(6) with time zone,
    actual_end timestamp(6) with time zone,
    constraint database_stages_pk primary key (program, database_name, stage),
    constraint database_stages_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint database_stages_stage
        check (stage in ('DISCOVERY', 'SIZING', 'BUILD', 'REPLICATION', 'VALIDATION', 'CUTOVER')),
    constraint database_stages_status check (status in
        ('NONE', 'READY', 'RUNNING', 'WAITING', 'BLOCKED', 'FAILED', 'DONE', 'SKIPPED', 'ROLLED'))
);
-- select … from database_stages where program = ? and stage = ? and status = ?; sort by status
create index database_stages_by_status on database_stages (program, stage, status_rank, database_name);

create table waves (
    program varchar(40) not null,
    number integer not null,
    title varchar(200) not null,
    start_at timestamp(6) with time zone,
    -- numbers of the waves before it, separated by commas
    after_waves varchar(1000) not null,
    state varchar(20) not null,
    version bigint not null,
    changed_by varchar(200) not null,
    changed_at timestamp(6) with time zone not null,
    constraint waves_pk primary key (program, number),
    constraint waves_program_fk foreign key (program) references programs (program),
    constraint waves_state check (state in ('PROPOSED', 'CONFIRMED', 'CLOSED')),
    constraint waves_number_positive check (number >= 1)
);

create table wave_members (
    program varchar(40) not null,
    database_name varchar(128) not null,
    wave integer not null,
    cutover_at timestamp(6) with time zone,
    constraint wave_members_pk primary key (program, database_name),
    constraint wave_members_wave_fk foreign key (program, wave) references waves (program, number),
    constraint wave_members_database_fk foreign key (program, database_name)
        references source_databases (program, database_name)
);
-- select … from wave_members where program = ? and wave = ?
create index wave_members_by_wave on wave_members (program, wave);

create table freezes (
    id bigint generated by default as identity,
    program varchar(40) not null,
    from_at timestamp(6) with time zone not null,
    to_at timestamp(6) with time zone not null,
    reason varchar(400) not null,
    constraint freezes_pk primary key (id),
    constraint freezes_program_fk foreign key (program) references programs (program),
    constraint freezes_order check (to_at > from_at)
);

create table duration_overrides (
    program varchar(40) not null,
    database_name varchar(128) not null,
    stage varchar(20) not null,
    seconds bigint not null,
    reason varchar(1000) not null,
    set_by varchar(200) not null,
    set_at timestamp(6) with time zone not null,
    constraint duration_overrides_pk primary key (program, database_name, stage),
    constraint duration_overrides_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint duration_overrides_seconds check (seconds >= 0)
);

create table plan_baselines (
    id bigint generated by default as identity,
    program varchar(40) not null,
    reason varchar(1000) not null,
    set_by varchar(200) not null,
    set_at timestamp(6) with time zone not null,
    constraint plan_baselines_pk primary key (id),
    constraint plan_baselines_program_fk foreign key (program) references programs (program)
);

create table method_assessments (
    program varchar(40) not null,
    database_name varchar(128) not null,
    method varchar(60),
    blocked varchar(4000),
    outage_seconds bigint,
    facts_version bigint not null,
    assessed_at timestamp(6) with time zone not null,
    content text not null,
    constraint method_assessments_pk primary key (program, database_name),
    constraint method_assessments_database_fk foreign key (program, database_name)
        references source_databases (program, database_name)
);

create table risks (
    program varchar(40) not null,
    number integer not null,
    request_id varchar(200),
    event varchar(400) not null,
    cause varchar(4000) not null,
    effect varchar(4000) not null,
    probability integer not null,
    impact integer not null,
    score integer not null,
    owner varchar(200),
    response varchar(20) not null,
    action varchar(4000) not null,
    due date,
    indicator varchar(4000) not null,
    state varchar(20) not null,
    rule_name varchar(60),
    rule_cause varchar(400),
    raised_by varchar(200) not null,
    raised_at timestamp(6) with time zone not null,
    closed_at timestamp(6) with time zone,
    version bigint not null,
    changed_by varchar(200) not null,
    changed_at timestamp(6) with time zone not null,
    constraint risks_pk primary key (program, number),
    constraint risks_program_fk foreign key (program) references programs (program),
    constraint risks_request unique (request_id),
    constraint risks_rule unique (program, rule_name, rule_cause),
    constraint risks_range check (probability between 1 and 5 and impact between 1 and 5),
    constraint risks_score check (score = probability * impact),
    constraint risks_response check (response in ('REDUCE', 'ACCEPT', 'TRANSFER', 'AVOID', 'DECIDE')),
    constraint risks_state check (state in ('PROPOSED', 'OPEN', 'CLOSED')),
    constraint risks_rule_whole check ((rule_name is null) = (rule_cause is null))
);
-- select … from risks where program = ? order by score desc, number
create index risks_by_score on risks (program, state, score);

create table risk_databases (
    program varchar(40) not null,
    number integer not null,
    database_name varchar(128) not null,
    constraint risk_databases_pk primary key (program, number, database_name),
    constraint risk_databases_risk_fk foreign key (program, number) references risks (program, number)
);
-- select … from risk_databases where program = ? and database_name = ?
create index risk_databases_by_database on risk_databases (program, database_name);

create table risk_scores (
    program varchar(40) not null,
    number integer not null,
    seq integer not null,
    happened_at timestamp(6) with time zone not null,
    probability integer not null,
    impact integer not null,
    state varchar(20) not null,
    set_by varchar(200) not null,
    constraint risk_scores_pk primary key (program, number, seq),
    constraint risk_scores_risk_fk foreign key (program, number) references risks (program, number)
);
