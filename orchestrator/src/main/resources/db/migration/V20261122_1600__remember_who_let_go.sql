-- A call that the engine had given up (a watch of before a roll back, a start of a lost worker) could make a migration
-- that had let go a user again, so that a server was never removed, or was built for nobody. Who lets go is remembered
-- with the generation and attempt that said so, and older calls change nothing. Old rows are users still; two nullable
-- columns lock the table for a moment only.

alter table shared_users add column left_generation integer;
alter table shared_users add column left_attempt integer;
