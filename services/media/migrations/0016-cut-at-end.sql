-- The end of the file is missing. Set only for formats whose files state no length; see `promised_seconds` for the others.
alter table media_file add is_cut_at_end boolean not null default false;
