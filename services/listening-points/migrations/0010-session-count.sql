-- The number of the user's sessions, incremented at each start, so that no query counts the rows.
alter table listener add column sessions integer not null default 0;
update listener set sessions = opened.sessions
from (select user_id, count(*) as sessions from listening_session group by user_id) opened
where opened.user_id = listener.user_id;
