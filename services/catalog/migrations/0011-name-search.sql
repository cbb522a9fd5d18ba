create index podcast_name_search on podcast using gin (folded(title || ' ' || host_name) gin_trgm_ops);
create index podcast_host_search on podcast using gin (folded(host_name) gin_trgm_ops);
