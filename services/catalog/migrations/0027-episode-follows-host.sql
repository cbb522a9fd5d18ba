-- A show that is handed over to another host takes its episodes with it.
alter table episode
  drop constraint episode_of_hosted_podcast,
  add constraint episode_of_hosted_podcast foreign key (podcast_id, host_id) references podcast (id, host_id)
    on update cascade not valid;
