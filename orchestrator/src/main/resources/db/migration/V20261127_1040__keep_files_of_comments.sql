-- Files that came with a comment on a task; their bytes are evidence, once for each content. New and empty, no time.
create table comment_files (
    comment_id bigint not null,
    position int not null,
    program varchar(40) not null,
    name varchar(255) not null,
    sha256 varchar(64) not null,
    bytes bigint not null,
    constraint comment_files_pk primary key (comment_id, position),
    constraint comment_files_comment_fk foreign key (comment_id) references task_comments (id) on delete cascade,
    constraint comment_files_evidence_fk foreign key (sha256) references evidence (sha256)
);
-- select 1 from comment_files where sha256 = ?
create index comment_files_by_content on comment_files (sha256);
