-- A run that only looks at its source has a purpose of its own: it comes before any rehearsal and any production run.
alter table migrations drop constraint migrations_purpose;
alter table migrations add constraint migrations_purpose check (purpose in ('DISCOVERY', 'REHEARSAL', 'PRODUCTION'));
