-- Sessions are stored in the order of their start, so a summary of each range of pages finds those of a day. Each start
-- of a session would have to write to a B-tree.
create index if not exists listening_session_started on listening_session
  using brin (started_at) with (pages_per_range = 32, autosummarize = on);
