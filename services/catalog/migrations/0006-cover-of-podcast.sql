-- One podcast shows a cover. The deletion of a cover checks the foreign key by this index.
create unique index podcast_cover on podcast (cover_id) where cover_id is not null;
