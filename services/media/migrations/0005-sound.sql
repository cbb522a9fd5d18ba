-- How a recording sounds. Null for files that were measured before this was.
alter table media_file
  add loudness_lufs real,
  add peak_db real,
  add leading_silence_seconds real,
  add trailing_silence_seconds real;

-- Of equal spans of time, the loudest moment of each; a table of its own, because lists of files never read it.
create table media_waveform (
  media_file_id uuid primary key references media_file (id) on delete cascade,
  peaks bytea not null check (octet_length(peaks) between 1 and 1800)
);
