-- Whole milliseconds, as on the wire, so that the cursor of a list matches its row.
alter table audit_entry alter column created_at set default date_trunc('milliseconds', clock_timestamp());

create index audit_entry_action on audit_entry (action, created_at, id);
create index audit_entry_words on audit_entry
  using gin (words_of(actor_name || ' ' || subject_name || ' ' || coalesce(reason, '')));
