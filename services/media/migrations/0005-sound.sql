-- Measured values of the sound. Null for files that were measured before this migration.
alter table media_file
  add loudness_lufs real,
  add peak_db real,
  add leading_silence_seconds real,
  add trailing_silence_seconds real;

-- The peak of each of equal spans of time. A separate table, because lists of files do not read it.
create table media_waveform (
  media_file_id uuid primary key references media_file (id) on delete cascade,
  peaks bytea not null check (octet_length(peaks) between 1 and 1800)
);
