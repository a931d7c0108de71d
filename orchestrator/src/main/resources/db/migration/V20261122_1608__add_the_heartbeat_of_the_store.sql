-- Health asked the connection whether it is valid, and a store that refused every write said yes. Now a row is written
-- and read again every few seconds. One row for all processes; it takes no lock for longer than its one statement.
create table store_heartbeats (
    beat varchar(20) not null,
    beats bigint not null,
    beat_at timestamp(6) with time zone not null,
    constraint store_heartbeats_pk primary key (beat)
);
insert into store_heartbeats (beat, beats, beat_at) values ('store', 0, current_timestamp);
