-- A step's log that is full said that the rest is on its host, and neither how much nor how to get it: now its length there
-- is noted, and a person may have more of it kept. Old rows were measured by nobody (null) and fetched by nobody. Two
-- columns without a rewrite: the lock is held for a moment.
alter table step_logs
    -- length of the job's whole output on its host when somebody looked last
    add column host_bytes bigint,
    -- of next_offset: what people asked for, beyond what is kept of a step by itself
    add column fetched_bytes bigint default 0 not null;
