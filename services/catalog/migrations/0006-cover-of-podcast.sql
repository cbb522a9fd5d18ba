-- A cover shown by one podcast; without this, forgetting a cover would look at every podcast.
create unique index podcast_cover on podcast (cover_id) where cover_id is not null;
