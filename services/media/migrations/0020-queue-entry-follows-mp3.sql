-- A change of the MP3 of an episode changes the queue entry of its file, and the progress counts as a change of the file.
create function queue_entry_of_mp3() returns trigger
language plpgsql as $$
begin
  if new.media_file_id is distinct from old.media_file_id and old.media_file_id is not null then
    perform refresh_queue_entry(old.media_file_id);
  end if;
  if new.media_file_id is not null then
    perform refresh_queue_entry(new.media_file_id);
    perform announce_media_file(m.id, m.owner_id, false) from media_file m
    where m.id = new.media_file_id and m.deleted_at is null and new.progress is distinct from old.progress;
  end if;
  return null;
end
$$;

create trigger queue_entry_of_mp3
  after insert or delete or update of media_file_id, step, progress, is_hopeless on episode_mp3
  for each row execute function queue_entry_of_mp3();
