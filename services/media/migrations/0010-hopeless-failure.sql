-- Whether trying the same file again cannot help: it is no audio, too long, silent. What failed before this was known may
-- be tried once more, and is judged then.
alter table media_file add is_hopeless boolean not null default false;
alter table media_rendition add is_hopeless boolean not null default false;
