-- Reports of users about podcasts and episodes. The subject may be deleted before the report is decided.
create table report (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null,
  subject_kind text not null constraint report_subject_kind check (subject_kind in ('podcast', 'episode')),
  subject_id uuid not null,
  reason text not null,
  text text not null,
  state text not null default 'open' constraint report_state check (state in ('open', 'assigned', 'decided')),
  created_at timestamptz(3) not null default clock_timestamp(),
  assignee_id uuid,
  assignee_name text,
  decision text constraint report_decision check (decision in ('dismissed', 'hidden', 'other')),
  decision_text text not null default '',
  decided_at timestamptz(3),
  constraint report_decided check ((state = 'decided') = (decision is not null))
);

create unique index report_undecided_once on report (reporter_id, subject_id) where state <> 'decided';
create index report_newest on report (created_at desc, id desc);
create index report_newest_of_state on report (state, created_at desc, id desc);
create index report_newest_of_reason on report (reason, created_at desc, id desc);
create index report_newest_of_kind on report (subject_kind, created_at desc, id desc);
create index report_of_subject on report (subject_id, created_at desc, id desc);
create index report_of_reporter on report (reporter_id, created_at);
create index report_of_assignee on report (assignee_id) where assignee_id is not null;
