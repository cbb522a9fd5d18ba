alter table episode validate constraint episode_of_hosted_podcast;
