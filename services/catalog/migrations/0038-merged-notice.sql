-- Notices of one kind to one user within an hour are one row, which states their number.
alter table notice
  add merge_key text,
  add merged_count int not null default 1,
  add merge_until timestamptz(3);
