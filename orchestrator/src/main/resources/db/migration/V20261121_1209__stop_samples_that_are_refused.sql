-- A log-on that a database refuses must not be tried again by itself every few minutes: that locks the account. Windows
-- that are open have no refusal yet. Instant on both engines: a column with a constant default.
alter table collection_windows add column refused boolean default false not null;
