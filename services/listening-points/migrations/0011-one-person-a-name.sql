-- Names that look alike have the same key and are one name. The service computes the key (profile/name-key.ts).
alter table listener add column display_name_key text;

-- An approximation in SQL; saving the profile stores the exact key.
update listener set display_name_key = replace(lower(normalize(display_name, nfkc)), ' ', '')
where display_name is not null;

-- Of users with the same name, the one with the most points keeps it; the others become anonymous.
update listener set display_name = null, display_name_key = null
from (
  select user_id, row_number() over (partition by display_name_key order by total_points desc, user_id) as place
  from listener where display_name_key is not null
) named
where named.user_id = listener.user_id and named.place > 1;

alter table listener
  add constraint listener_display_name_once unique (display_name_key),
  add constraint listener_display_name_keyed check ((display_name is null) = (display_name_key is null));
