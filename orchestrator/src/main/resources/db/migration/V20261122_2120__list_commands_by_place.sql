-- Commands of a migration are listed in the order in which they are delivered, which is their place; the time of giving
-- says another order where the machine's clock was set back. Building the index locks a table of a few thousand rows.
drop index commands_by_migration;
-- select … from commands where migration = ? order by place desc
create index commands_in_order on commands (migration, place);
