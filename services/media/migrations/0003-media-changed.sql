-- Each change of a media file, or of the episodes that play it, sends a notification on the channel `media_changed`.

create function announce_media_file(file_id uuid, owner uuid, is_gone boolean) returns void
language sql as $$
  select pg_notify('media_changed', json_build_object('id', file_id, 'ownerId', owner, 'isGone', is_gone)::text)
$$;

create function touch_media_file() returns trigger
language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

create function media_file_changed() returns trigger
language plpgsql as $$
begin
  perform announce_media_file(new.id, new.owner_id, new.deleted_at is not null);
  return null;
end
$$;

create function episode_media_changed() returns trigger
language plpgsql as $$
begin
  perform announce_media_file(m.id, m.owner_id, false)
  from media_file m
  where m.deleted_at is null
    and m.id in (new.media_file_id, case when tg_op = 'UPDATE' then old.media_file_id end);
  return null;
end
$$;

create trigger media_file_touched before update on media_file
  for each row execute function touch_media_file();
create trigger media_file_changed after insert or update on media_file
  for each row execute function media_file_changed();
create trigger episode_media_changed after insert or update on episode_media
  for each row execute function episode_media_changed();
