-- A file that came with a comment is taken back by who brought it, or by an administrator: the row stays and says so. Its bytes
-- are erased later, as those of evidence are, so that they can no longer be wanted by a key. Old rows are not withdrawn. The
-- table is small; it is locked for a moment.
alter table comment_files add column withdrawn_by varchar(200);
alter table comment_files add column withdrawn_at timestamptz;
alter table comment_files add constraint comment_files_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null));
alter table comment_files drop constraint comment_files_evidence_fk;
