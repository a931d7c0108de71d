-- Two rehearsals could land under one name, and a rehearsal under that of another production: names are kept and unique from
-- now on. Those of rehearsals so far stay theirs, as they were computed; of two that met, the first begun keeps it. Small
-- tables, milliseconds.
insert into allocated_names (system_name, kind, owner, name, folded, allocated_at)
select 'rehearsal/' || program, 'database', owner, name, upper(name), begun
from (
    select l.program, l.owner, min(m.created_at) as begun,
        case when l.start || 'R' = l.production then l.start || '1' else l.start || 'R' end as name
    from (
        select program, database_name, database_name || case when pluggable is null then '' else '/pluggable' end as owner,
            coalesce(pluggable, target_database) as production,
            left(coalesce(pluggable, target_database), case when pluggable is null then 7 else 29 end) as start
        from landings
        where target_database is not null) l
    join migrations m on m.program = l.program and m.database_name = l.database_name
    where m.rehearsal_source is not null and not m.evaluate_only
    group by l.program, l.owner, l.start, l.production) rehearsed
order by begun, owner
on conflict do nothing;
