import type { Episode } from '@griot/contracts/catalog/episodes'
import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import type { HistoryEntry } from '@griot/contracts/library'
import { ADA } from '@griot/shell-sdk/testing/render-screen'

export const sampleId = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`

export const PODCAST_ID = sampleId(20)
export const EPISODE_ID = sampleId(30)

export const podcast = (given: Partial<FullPodcast> = {}): FullPodcast => ({
  id: PODCAST_ID,
  title: 'The Long Table',
  description: 'Talks over dinner.',
  hostName: 'Bisi Cole',
  hostId: sampleId(2),
  hostImage: null,
  category: 'culture',
  kind: 'episodic',
  coverImage: '/cover.svg',
  listeners: 1204,
  rating: 4.8,
  frequency: 'Weekly',
  pointsPerListen: 15,
  episodeCount: 3,
  createdAt: '2026-11-01T10:00:00Z',
  ...given,
})

export const episode = (given: Partial<Episode> = {}): Episode => ({
  id: EPISODE_ID,
  podcastId: PODCAST_ID,
  title: 'Salt and Memory',
  description: 'The first one.',
  audioFileId: sampleId(10),
  audioUrl: `/api/media/${sampleId(10)}/stream`,
  duration: 600,
  episodeNumber: 1,
  releaseDate: '2026-11-02T10:00:00Z',
  podcastTitle: 'The Long Table',
  hostId: sampleId(2),
  status: 'published',
  publishAt: null,
  ...given,
})

export const historyEntry = (given: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: sampleId(40),
  userId: ADA.id,
  episodeId: EPISODE_ID,
  podcastId: PODCAST_ID,
  progress: 40,
  completed: false,
  earnedPoints: 4,
  positionSeconds: 240,
  lastListenedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  ...given,
})
