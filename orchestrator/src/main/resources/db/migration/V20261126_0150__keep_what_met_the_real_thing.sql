-- Which statement, script and format has met the real thing was said in prose. Suites that ran against it write signed
-- results, which are kept as they were signed, and a row for each result.
create table proof_files (
    -- SHA-256 of what is signed
    hash char(64) not null,
    -- public half of the key, base64
    signing_key varchar(200) not null,
    commit_id varchar(60) not null,
    platform varchar(200) not null,
    made_at timestamptz not null,
    imported_at timestamptz not null,
    imported_by varchar(200) not null,
    -- the whole file, so that its signature can be looked at again
    content text not null,
    constraint proof_files_pk primary key (hash)
);

create table proof_results (
    file_hash char(64) not null,
    number integer not null,
    kind varchar(30) not null,
    part varchar(200) not null,
    part_hash char(64) not null,
    release varchar(60) not null,
    banner varchar(300) not null,
    seen_at timestamptz not null,
    suite varchar(100) not null,
    how varchar(300) not null,
    passed boolean not null,
    constraint proof_results_pk primary key (file_hash, number),
    constraint proof_results_file_fk foreign key (file_hash) references proof_files (hash)
);
