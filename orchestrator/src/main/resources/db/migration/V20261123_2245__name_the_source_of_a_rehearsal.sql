-- What a rehearsal copies from, as JSON; null for production and for rehearsals of before. A nullable column and no rewrite
-- of rows: the change is instant.
alter table migrations add column rehearsal_source varchar(1000);
