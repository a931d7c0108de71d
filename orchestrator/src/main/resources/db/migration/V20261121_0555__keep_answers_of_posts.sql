-- A POST that comes again under its Idempotency-Key did nothing twice, but could answer differently: an import said
-- "added" first and "unchanged" then. Now what was answered is kept and said again. A new table: no old row changes.

create table given_answers (
    person varchar(200) not null,
    request_key varchar(100) not null,
    -- SHA-256 of method, address and query, and of the content
    route_hash char(64) not null,
    content_hash char(64) not null,
    status integer not null,
    content_type varchar(100),
    location varchar(2000),
    etag varchar(100),
    content text not null,
    answered_at timestamp(6) with time zone not null,
    constraint given_answers_pk primary key (person, request_key)
);
-- delete from given_answers where answered_at < ?
create index given_answers_by_age on given_answers (answered_at);
