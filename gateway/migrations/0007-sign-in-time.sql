-- The time at which the user proved their identity to the issuer. Null in sessions of
-- the previous release, which use created_at.
alter table browser_session add column authenticated_at timestamptz;

-- Whether the issuer must ask for the credentials again.
alter table sign_in add column is_again boolean not null default false;
