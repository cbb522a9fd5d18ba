-- Locks the tables in the order of the services' transactions, which prevents a deadlock.

-- The highest level that was announced to the listener. Null in earlier rows until fill-earlier-rows.ts has set it.
alter table listener add column announced_level integer;
alter table listener alter column announced_level set default 1;

alter table listening_session
  -- Minutes of the open session were credited. Its end credits the rest and clears the mark. An instance of the previous
  -- release would credit all minutes again: it does not clear the mark, so the constraint rejects its end.
  add column has_early_credit boolean not null default false,
  add constraint listening_session_early_credit check (ended_at is null or not has_early_credit) not valid;

-- The sum of the rows of episode_entry; screens show this number. Null in earlier rows, like announced_level.
alter table history_entry add column earned_points integer;
alter table history_entry alter column earned_points set default 0;

-- The listening entries of an episode, with their corrections.
create view episode_entry as
select entry.id, entry.user_id, session.episode_id, entry.points
from ledger_entry entry
left join ledger_entry corrected
  on corrected.id = case when entry.kind = 'correction' then entry.source_id::uuid end
  and corrected.user_id = entry.user_id
join listening_session session
  on session.id = coalesce(entry.session_id, corrected.session_id) and session.user_id = entry.user_id
where entry.type = 'listening';

create function add_to_earned_points() returns trigger language plpgsql set search_path from current as $$
begin
  -- Null stays null: the sum that is filled in later contains these entries.
  update history_entry history set earned_points = history.earned_points + earned.points
  from (
    select entry.user_id, entry.episode_id, sum(entry.points) as points
    from added join episode_entry entry on entry.id = added.id
    group by entry.user_id, entry.episode_id
  ) earned
  where history.user_id = earned.user_id and history.episode_id = earned.episode_id;
  return null;
end
$$;

-- A trigger, so that instances of the previous release maintain the number too.
create trigger ledger_entry_earned after insert on ledger_entry
  referencing new table as added for each statement execute function add_to_earned_points();
