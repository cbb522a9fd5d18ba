-- Releases that do not know this column show the entry as a check in the same state.
alter table queue_entry add makes_mp3 boolean not null default false;

-- As before, and a file that is ready has the state of the MP3s that are made of it.
create or replace function refresh_queue_entry(file_id uuid) returns void
language plpgsql set enable_seqscan = off as $$
begin
  -- The next statement sees the changes of the transaction that held this lock.
  perform 1 from queue_entry where media_file_id = file_id for update;
  insert into queue_entry as entry (
    media_file_id, owner_id, created_at, size_bytes, search_text, task, state, is_permanent, since, makes_mp3
  )
  select
    m.id, m.owner_id, m.created_at, m.size_bytes, lower(m.original_name || ' ' || m.owner_name),
    case when m.status = 'ready' and r.status in ('processing', 'failed') then 'rendition' else 'check' end,
    case
      when m.status = 'failed' then case when step.kind = 'cancelled' then 'cancelled' else 'failed' end
      when m.status = 'ready' and r.status = 'failed' then 'failed'
      when m.status = 'ready' and r.status is distinct from 'processing' then case mp3.step
        when 'asked' then 'waiting' when 'started' then 'active' when 'interrupted' then 'retrying'
        else coalesce(mp3.step, 'ready')
      end
      when step.kind in ('interrupted', 'rendition_interrupted') then 'retrying'
      when step.kind in ('started', 'checked', 'measured', 'rendition_started') then 'active'
      else 'waiting'
    end,
    case
      when m.status = 'failed' then m.is_hopeless
      when m.status = 'ready' and r.status = 'failed' then r.is_hopeless
      else coalesce(mp3.is_hopeless, false)
    end,
    greatest(step.at, mp3.changed_at), coalesce(mp3.step <> 'ready', false)
  from media_file m
  left join media_rendition r on r.media_file_id = m.id
  cross join lateral (
    select s.kind, s.at from media_step s where s.media_file_id = m.id order by s.id desc limit 1
  ) step
  left join lateral (
    select e.step, e.is_hopeless, e.changed_at from episode_mp3 e
    where e.media_file_id = m.id and e.changed_at is not null
    order by e.step in ('asked', 'started', 'interrupted') desc, e.step = 'ready', e.changed_at desc limit 1
  ) mp3 on m.status = 'ready' and (r.status is null or r.status = 'ready')
  where m.id = file_id and m.deleted_at is null
  on conflict (media_file_id) do update set
    size_bytes = excluded.size_bytes, search_text = excluded.search_text, task = excluded.task, state = excluded.state,
    is_permanent = excluded.is_permanent, since = excluded.since, makes_mp3 = excluded.makes_mp3,
    cleared_at = case when (entry.state, entry.since) = (excluded.state, excluded.since) then entry.cleared_at end
  where (entry.size_bytes, entry.search_text, entry.task, entry.state, entry.is_permanent, entry.since, entry.makes_mp3)
    is distinct from
    (excluded.size_bytes, excluded.search_text, excluded.task, excluded.state, excluded.is_permanent, excluded.since,
      excluded.makes_mp3);
end
$$;
