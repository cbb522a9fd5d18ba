-- Responses of the gateway with a status of 500 or more, by the hour of their end.
create table response_error (
  hour timestamptz primary key,
  responses integer not null check (responses > 0)
);

create index if not exists user_account_created_at on user_account (created_at);
