-- The side of an uploaded square, before it is made smaller. Null for covers that earlier releases stored, until their
-- JPEG is made. drawn_version: the row belongs to the JPEG of a drawn cover with this title_version.
alter table cover
  add column side_pixels integer,
  add column drawn_version integer;

create unique index cover_drawn on cover (podcast_id, drawn_version) where drawn_version is not null;
