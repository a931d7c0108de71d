-- A run that was taken over from another engine acts when that engine's calls can begin no more. A nullable column and no
-- rewrite of rows: the change is instant.
alter table migrations add column acts_from timestamp(6) with time zone;
