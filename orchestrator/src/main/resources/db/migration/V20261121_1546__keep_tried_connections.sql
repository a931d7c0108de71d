-- One host and one port was all that a try of access knew of a database; a cluster has several listeners and hosts, and a
-- firewall team needs the addresses of both ends. Each connection that was tried stands in JSON with its try, for it is read
-- whole. Null for tries before: their connections are taken from the inventory, as until now.
alter table access_tries add column reached text;
