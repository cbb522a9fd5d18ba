create index if not exists podcast_picture_due on podcast (picture_due_at)
  where cover_image is not null and cover_id is null and picture_due_at is not null;
create index if not exists creator_profile_picture_due on creator_profile (picture_due_at)
  where profile_image is not null and portrait_id is null and picture_due_at is not null;
