// The schemas of the forms. Only forms import this file, so that /upload loads neither schemas nor zod: calling an
// endpoint needs only its method and path.
export { Chapter } from '@griot/contracts/catalog/chapters'
export { NewCreator } from '@griot/contracts/catalog/creators'
export { NewEpisode } from '@griot/contracts/catalog/episodes'
export { NewPodcast } from '@griot/contracts/catalog/podcasts'
