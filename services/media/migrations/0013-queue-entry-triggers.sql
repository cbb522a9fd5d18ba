-- Database triggers keep the entries current for every release, also for one that does not know the table. The service
-- adds the entries of files that are older.

create function queue_entry_of_file() returns trigger
language plpgsql as $$
begin
  if new.deleted_at is null then
    perform refresh_queue_entry(new.id);
  else
    delete from queue_entry where media_file_id = new.id;
  end if;
  return null;
end
$$;

create function queue_entry_of_part() returns trigger
language plpgsql as $$
begin
  perform refresh_queue_entry(coalesce(new.media_file_id, old.media_file_id));
  return null;
end
$$;

-- A change of an entry counts as a change of the file. An insert comes with one of the file itself.
create function queue_entry_changed() returns trigger
language plpgsql as $$
begin
  perform announce_media_file(m.id, m.owner_id, m.replaces is not null) from media_file m where m.id = new.media_file_id;
  return null;
end
$$;

create trigger queue_entry_changed after update on queue_entry
  for each row execute function queue_entry_changed();
create trigger queue_entry_of_file
  after update of status, is_hopeless, deleted_at, original_name, owner_name, size_bytes on media_file
  for each row execute function queue_entry_of_file();
create trigger queue_entry_of_step after insert or delete or update of media_file_id on media_step
  for each row execute function queue_entry_of_part();
create trigger queue_entry_of_rendition after insert or delete or update of status, is_hopeless on media_rendition
  for each row execute function queue_entry_of_part();
