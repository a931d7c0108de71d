-- A workflow task that the engine gave out again could still write behind or over what the later one had written, and the
-- journal mixed the two. The newest that wrote is known now, and older ones are refused. Old rows learn it with their next
-- event. Columns without a value, milliseconds.
alter table migrations add column engine_run_started_at timestamp(6) with time zone;
alter table migrations add column engine_task_history bigint;
alter table migrations add column engine_task_at timestamp(6) with time zone;
