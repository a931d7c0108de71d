-- The grid's filters by wave and by status read every row of the program: the index on waves does not hold the name that
-- it is joined by, and none begins with a status. Indexes only: no row changes; while one is built (below a second for
-- 5,000 databases) writers to its table wait.

-- select … from source_databases d join wave_members w using (program, database_name) where program = ? and wave = ?
create index wave_members_in_wave on wave_members (program, wave, database_name);

-- select … where database_name in (select database_name from database_stages where program = ? and status = ?
-- and stage = ?); select status, count(distinct database_name) … where program = ? group by status
create index database_stages_in_status on database_stages (program, status, database_name, stage);

-- select … from source_databases where program = ? and owner = ? order by database_name
create index source_databases_by_owner on source_databases (program, owner, database_name);

-- select count(*), sum(gigabytes) from source_databases where program = ?; sort by size
create index source_databases_by_size on source_databases (program, gigabytes, database_name);
