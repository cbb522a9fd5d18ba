-- A keyed hash of the client's address, a new one each day. Null in a report that the previous release has stored.
alter table module_report add column address_hash text;
