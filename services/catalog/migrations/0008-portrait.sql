-- A creator's picture is stored and removed like a cover: a row of `cover` belongs to a podcast or to a profile.
alter table cover
  alter podcast_id drop not null,
  add creator_id uuid,
  add constraint cover_of_one check (num_nonnulls(podcast_id, creator_id) = 1);

alter table creator_profile add portrait_id uuid references cover (id);
