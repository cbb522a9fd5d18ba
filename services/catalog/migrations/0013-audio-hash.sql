-- SHA-256 of the uploaded audio, from media. Null without audio, and in earlier rows until media reports the audio again.
alter table episode add column audio_sha256 bytea;
