// One file for the parts that the pages of the studio load on demand: each further file adds its hash to the entry of the
// module, which has a size budget.
export { PodcastForm } from '../podcasts/podcast-form.tsx'
export { NewEpisodeForm } from './new-episode-form.tsx'
export { ShowTabs } from './show-tabs.tsx'
