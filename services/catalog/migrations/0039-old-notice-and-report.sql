-- For the deletion of notices and decided reports after a year.
create index notice_old on notice (created_at);
create index report_decided on report (decided_at) where state = 'decided';
