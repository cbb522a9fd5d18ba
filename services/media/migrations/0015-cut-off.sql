-- The length that the file states, if it is cut off and less was decoded. Null for complete files, and for files that were
-- measured before this migration.
alter table media_file add promised_seconds integer;
