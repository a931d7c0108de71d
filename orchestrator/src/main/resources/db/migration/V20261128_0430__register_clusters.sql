-- A database that lands on several servers needs a cluster, which Gulliver does not build. Which one it is stood nowhere: the
-- landing named servers, and a person said by a task that a database is there. A cluster that people built is a row with its
-- nodes, SCAN, homes, disk groups and databases, so that it can be looked at. The table is new: no old rows, no lock.
create table registered_clusters (
    program varchar(40) not null,
    name varchar(100) not null,
    -- JSON of the cluster as it was registered
    definition text not null,
    registered_by varchar(200) not null,
    -- in the program's time
    registered_at timestamptz not null,
    constraint registered_clusters_pk primary key (program, name),
    constraint registered_clusters_program_fk foreign key (program) references programs (program)
);
