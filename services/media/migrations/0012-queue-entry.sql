-- The state of each file in the queue, so that its list and its counters read one narrow table.
create table queue_entry (
  media_file_id uuid primary key references media_file (id) on delete cascade,
  owner_id uuid not null,
  created_at timestamptz(3) not null,
  size_bytes bigint not null,
  -- File name and uploader, in lower case.
  search_text text not null,
  task text not null check (task in ('check', 'rendition')),
  state text not null check (state in ('waiting', 'active', 'retrying', 'failed', 'cancelled', 'ready')),
  -- A failure that a retry cannot help.
  is_permanent boolean not null,
  -- Time of the latest step.
  since timestamptz(3) not null,
  -- Set when a user hides the row from the list. The next step shows the file again.
  cleared_at timestamptz(3)
);

create index queue_entry_open on queue_entry (created_at desc, media_file_id desc)
  where cleared_at is null and not is_permanent and state in ('waiting', 'active', 'retrying', 'failed');
create index queue_entry_of_state on queue_entry (state, created_at desc, media_file_id desc) include (size_bytes, task)
  where cleared_at is null;
create index queue_entry_of_owner on queue_entry (owner_id, created_at desc, media_file_id desc) where cleared_at is null;
create index queue_entry_counted on queue_entry (state, since) include (is_permanent) where cleared_at is null;

-- A connection keeps its plan, which would scan whole tables if they were small when it was made.
create function refresh_queue_entry(file_id uuid) returns void
language plpgsql set enable_seqscan = off as $$
begin
  -- The next statement sees the changes of the transaction that held this lock.
  perform 1 from queue_entry where media_file_id = file_id for update;
  insert into queue_entry as entry (
    media_file_id, owner_id, created_at, size_bytes, search_text, task, state, is_permanent, since
  )
  select
    m.id, m.owner_id, m.created_at, m.size_bytes, lower(m.original_name || ' ' || m.owner_name),
    case when m.status = 'ready' and r.status in ('processing', 'failed') then 'rendition' else 'check' end,
    case
      when m.status = 'failed' then case when step.kind = 'cancelled' then 'cancelled' else 'failed' end
      when m.status = 'ready' and r.status = 'failed' then 'failed'
      when m.status = 'ready' and r.status is distinct from 'processing' then 'ready'
      when step.kind in ('interrupted', 'rendition_interrupted') then 'retrying'
      when step.kind in ('started', 'checked', 'measured', 'rendition_started') then 'active'
      else 'waiting'
    end,
    case
      when m.status = 'failed' then m.is_hopeless
      when m.status = 'ready' and r.status = 'failed' then r.is_hopeless
      else false
    end,
    step.at
  from media_file m
  left join media_rendition r on r.media_file_id = m.id
  cross join lateral (
    select s.kind, s.at from media_step s where s.media_file_id = m.id order by s.id desc limit 1
  ) step
  where m.id = file_id and m.deleted_at is null
  on conflict (media_file_id) do update set
    size_bytes = excluded.size_bytes, search_text = excluded.search_text, task = excluded.task, state = excluded.state,
    is_permanent = excluded.is_permanent, since = excluded.since,
    cleared_at = case when (entry.state, entry.since) = (excluded.state, excluded.since) then entry.cleared_at end
  where (entry.size_bytes, entry.search_text, entry.task, entry.state, entry.is_permanent, entry.since)
    is distinct from
    (excluded.size_bytes, excluded.search_text, excluded.task, excluded.state, excluded.is_permanent, excluded.since);
end
$$;
