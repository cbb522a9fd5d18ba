-- Whether media has the current title and chapters of the episode, which it writes into the MP3.
alter table episode add tags_sent boolean not null default false;

create index episode_tags_unsent on episode (release_date desc) where status = 'published' and not tags_sent;

create function episode_tags_changed() returns trigger
language plpgsql as $$
begin
  new.tags_sent := false;
  return new;
end
$$;

create trigger episode_tags_changed before update of title, chapters on episode for each row
  when ((old.title, old.chapters) is distinct from (new.title, new.chapters))
  execute function episode_tags_changed();
