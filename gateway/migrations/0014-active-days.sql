-- The days (UTC) of the last 30 on which the account was used. Reports of an account that is not in use count little.
alter table user_account add column active_on date[] not null default '{}';
