-- Files given as evidence of a database were kept by content alone, and only the audit record knew whose they were: pages
-- could neither list nor draw them. One row a database and file; giving it again renews the row. No old rows: the audit
-- record has what was given before. Locks nothing that is in use.
create table database_evidence (
    program varchar(40) not null,
    database_name varchar(128) not null,
    sha256 char(64) not null,
    name varchar(300) not null,
    kind varchar(60) not null,
    bytes bigint not null,
    coverage_percent integer not null,
    facts_gained integer not null,
    problems integer not null,
    given_by varchar(200) not null,
    given_at timestamp(6) with time zone not null,
    constraint database_evidence_pk primary key (program, database_name, sha256),
    constraint database_evidence_database_fk foreign key (program, database_name)
        references source_databases (program, database_name),
    constraint database_evidence_evidence_fk foreign key (sha256) references evidence (sha256)
);
