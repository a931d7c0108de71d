-- A client whose connection string stands in its own settings could only be said to have its names pushed, which nobody
-- can do for it. One more way; older programs do not know it and show no client that has it, so that it must not be chosen
-- before all are updated. Locks a small table for a moment.
alter table client_connections drop constraint client_connections_redirect_ck;
alter table client_connections add constraint client_connections_redirect_ck check (redirect in ('SAME_SERVICE_NAME',
    'DNS_ALIAS', 'SCAN_OR_VIP', 'NAMES_PUSHED', 'CONNECTION_STRING', 'PROXY', 'LINK_RECREATED', 'NOT_NEEDED'));
-- The page asks for one database's clients in order, some hundred at a time:
-- where program = ? and database_name = ? order by direction, machine, program_name, service
create index client_connections_order on client_connections
    (program, database_name, direction, machine, program_name, service);
