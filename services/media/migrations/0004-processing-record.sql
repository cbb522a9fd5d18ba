-- The processing steps of a file, in order, for its owner and for the queue page.
create table media_step (
  id bigint generated always as identity primary key,
  media_file_id uuid not null references media_file (id) on delete cascade,
  revision integer not null,
  kind text not null check (
    kind in ('received', 'queued', 'started', 'checked', 'measured', 'interrupted', 'ready', 'failed', 'cancelled')
  ),
  -- The number of the attempt within the revision.
  attempt smallint,
  -- Text for the owner.
  sentence text,
  -- Details for admins.
  technical text,
  at timestamptz(3) not null default clock_timestamp()
);

create index media_step_of_file on media_step (media_file_id, id);

insert into media_step (media_file_id, revision, kind, at)
select id, 1, 'received', created_at from media_file;

insert into media_step (media_file_id, revision, kind, sentence, at)
select id, revision, status, failure, updated_at from media_file where status in ('ready', 'failed');

-- The owner's name at the upload, so that the queue page needs no call to another service.
alter table media_file add owner_name text not null default '';

create index media_file_failed on media_file (created_at desc, id desc) where status = 'failed' and deleted_at is null;
create index media_file_newest on media_file (created_at desc, id desc) where deleted_at is null;

-- The audit log of the queue. Rows remain after their files are deleted.
create table queue_action (
  id bigint generated always as identity primary key,
  action text not null check (action in ('retry', 'retry_failed', 'cancel', 'pause', 'resume')),
  actor_id uuid not null,
  actor_name text not null,
  media_file_id uuid,
  at timestamptz(3) not null default clock_timestamp()
);

create index queue_action_of_file on queue_action (media_file_id, id) where media_file_id is not null;

-- Worker processes and the time of their latest report.
create table media_worker (
  id uuid primary key,
  host text not null,
  pid integer not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  seen_at timestamptz(3) not null default clock_timestamp()
);
