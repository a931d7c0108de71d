-- What was agreed, stage by stage, for every agreement: the columns of database_stages repeat the one in force.
create table plan_baseline_stages (
    baseline bigint not null,
    database_name varchar(128) not null,
    stage varchar(20) not null,
    start_at timestamptz,
    end_at timestamptz,
    constraint plan_baseline_stages_pk primary key (baseline, database_name, stage),
    constraint plan_baseline_stages_baseline_fk foreign key (baseline) references plan_baselines (id) on delete cascade
);

insert into plan_baseline_stages (baseline, database_name, stage, start_at, end_at)
select b.id, s.database_name, s.stage, s.baseline_start, s.baseline_end
from database_stages s
join (select program, max(id) as id from plan_baselines group by program) b on b.program = s.program
where s.baseline_end is not null;

-- What nobody agreed on has no slip. Slips were measured against the plan of the day: the next forecast writes them anew.
alter table source_databases alter column slip_seconds drop not null;
update source_databases set slip_seconds = null;
