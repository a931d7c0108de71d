-- The figures by which people speak of a database were computed in several places from several inputs: the grid showed the
-- inventory's size beside a measured one, and pages counted what is missing each in their own way. They are found once now,
-- when a database is judged, and kept with the judgement; judged_by names what it was judged by, so that whoever reads sees
-- at once which databases must be judged again. Old rows have none of it and are judged again at the first reading.
-- Locks the table for the moment of the change; no row is rewritten.
alter table method_assessments add column size_gb double precision;
alter table method_assessments add column size_source varchar(1000);
alter table method_assessments add column missing integer;
alter table method_assessments add column feasible varchar(20);
alter table method_assessments add column judged_by varchar(200);
alter table method_assessments add constraint method_assessments_feasible
    check (feasible in ('yes', 'after remedy', 'no', 'unknown'));
