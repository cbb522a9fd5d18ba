import { episode, PODCAST_ID, podcast, sampleId } from './samples.ts'

const RULES = {
  perMinute: 1,
  perStart: 5,
  completion: { points: 10, positionPercent: 95, creditedPercent: 47.5 },
  weekly: { points: 15, episodes: 3 },
  tip: { pointsPerDollar: 2, dailyPointsCap: 100, minCents: 100, maxCents: 50_000 },
  levels: { step: 100, names: [] },
  badges: [],
  sentences: [],
}
export const OTHER = podcast({ id: sampleId(21), title: 'Market Day', hostName: 'Kofi Mensah', category: 'business' })
/** The responses of Discover. */
export const FULL = {
  'GET /api/podcasts': [podcast(), OTHER],
  'GET /api/podcasts/popular': [OTHER, podcast()],
  'GET /api/points/rules': RULES,
  'GET /api/user/me/listening-history': [],
  'GET /api/categories': ['business', 'culture', 'news'],
  [`GET /api/podcast/${PODCAST_ID}/episodes`]: [
    episode({ id: sampleId(29), episodeNumber: 3, audioUrl: null }),
    episode({ episodeNumber: 2 }),
    episode({ id: sampleId(32), title: 'First' }),
  ],
}
