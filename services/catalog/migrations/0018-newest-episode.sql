-- Admins list the episodes of all hosts, also unpublished ones, which episode_newest_published does not contain.
create index if not exists episode_newest on episode (release_date desc, id desc);
