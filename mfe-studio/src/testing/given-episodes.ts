import { episode, mediaFile, podcast, sampleId } from './samples.ts'

export const at = { at: '/admin?tab=episodes' }
/** A file that is still being processed. */
export const busy = mediaFile({ id: sampleId(11), originalName: 'busy.wav', status: 'processing', duration: null })

/** The responses for the tab of episodes. */
export const answers = (more: Record<string, unknown> = {}) => ({
  'GET /api/podcasts': [podcast()],
  'GET /api/episodes': [],
  'GET /api/user/me/media': [mediaFile(), busy],
  [`GET /api/podcast/${sampleId(20)}/episodes`]: [episode({ episodeNumber: 7 })],
  'POST /api/episodes': Response.json(episode(), { status: 201 }),
  ...more,
})
