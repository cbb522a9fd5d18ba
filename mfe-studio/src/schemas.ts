// What forms check with. Only what is imported here carries its schemas, and zod with them: all other files call
// endpoints, for which a method and a path are enough. Forms alone import this one, so it is no weight on /upload.
export { NewCreator } from '@griot/contracts/catalog/creators'
export { NewEpisode } from '@griot/contracts/catalog/episodes'
export { NewPodcast } from '@griot/contracts/catalog/podcasts'
