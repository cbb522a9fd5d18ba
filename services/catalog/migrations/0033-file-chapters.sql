-- Chapters that media has read from the audio file, as a proposal: an array of {start, title}. Null without.
alter table episode add file_chapters jsonb;
