-- How often a person has listened: counted as sessions open, so that nobody's are ever read through for the number.
alter table listener add column sessions integer not null default 0;
update listener set sessions = opened.sessions
from (select user_id, count(*) as sessions from listening_session group by user_id) opened
where opened.user_id = listener.user_id;
