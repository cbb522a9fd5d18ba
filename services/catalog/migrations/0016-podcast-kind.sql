-- Decides which episode "Listen" plays: the newest one, or in a serial podcast the first one that was not heard.
alter table podcast
  add column kind text not null default 'episodic' constraint podcast_kind check (kind in ('episodic', 'serial'));
