-- What people see of a podcast, counted and listed without looking at what they do not.
create index episode_published_of_podcast on episode (podcast_id, episode_number) where status = 'published';
