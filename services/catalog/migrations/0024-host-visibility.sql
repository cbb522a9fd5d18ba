-- Hosts whose podcasts a block hides, or has hidden. A state that arrives late has a lower version and is ignored.
create table host_visibility (
  host_id uuid primary key,
  version int not null,
  is_hidden boolean not null
);
