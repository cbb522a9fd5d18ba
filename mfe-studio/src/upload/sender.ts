// One file for the parts that an upload loads on demand.
export { linkSavedEpisode } from './link-saved-episode.ts'
export { begunBefore, sendResumable } from './send-resumable.ts'
