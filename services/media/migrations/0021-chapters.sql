-- The chapters that the file contains: an array of {start, title}, start in seconds. Null without chapters.
alter table media_file add chapters jsonb;
