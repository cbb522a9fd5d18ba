import type { Creator } from '@griot/contracts/catalog/creators'
import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import type { StudioPodcast } from '@griot/contracts/catalog/studio'
import type { MediaFile, TimelineEntry } from '@griot/contracts/media/media-file'
import type { QueueOverview, QueueRow } from '@griot/contracts/queue'
import { ADA } from '@griot/shell-sdk/testing/render-screen'

export const ADMIN = { ...ADA, roles: ['admin' as const] }

export const sampleId = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`

export const mediaFile = (given: Partial<MediaFile> = {}): MediaFile => ({
  id: sampleId(10),
  originalName: 'first-talk.mp3',
  mimeType: 'audio/mpeg',
  fileSize: 2_500_000,
  duration: 125,
  promisedDuration: null,
  isCutOff: false,
  createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  status: 'ready',
  progress: null,
  failure: null,
  isHopeless: false,
  format: 'mp3',
  codec: 'mp3',
  bitrate: 128_000,
  sampleRate: 44_100,
  channels: 2,
  sound: { loudness: -16.2, peak: -1.4, leadingSilence: 0.2, trailingSilence: 1 },
  episodeIds: [],
  suggestions: null,
  rendition: null,
  delivers: 'original',
  replacement: null,
  ...given,
})

/** The id of the first upload that begins. */
export const FIRST_UPLOAD = sampleId(100)
export const unfinishedUpload = {
  id: FIRST_UPLOAD,
  originalName: 'first-talk.mp3',
  mimeType: 'audio/mpeg',
  fileSize: 2048,
  receivedBytes: 1024,
  startedAt: new Date(Date.now() - 60_000).toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
}

export const happened = (kind: TimelineEntry['kind']): TimelineEntry => ({
  kind,
  at: new Date().toISOString(),
  attempt: 1,
  sentence: null,
  technical: null,
})

export const podcast = (given: Partial<Podcast> = {}): Podcast => ({
  id: sampleId(20),
  title: 'The Long Table',
  description: 'Talks over dinner.',
  hostName: 'Ada Obi',
  hostId: sampleId(1),
  hostImage: null,
  category: 'culture',
  kind: 'episodic',
  coverImage: '/cover.svg',
  listeners: 3,
  rating: 4.8,
  frequency: 'Weekly',
  pointsPerListen: 15,
  createdAt: '2026-11-01T10:00:00Z',
  ...given,
})

export const episode = (given: Partial<Episode> = {}): Episode => ({
  id: sampleId(30),
  podcastId: sampleId(20),
  title: 'Salt and Memory',
  description: 'The first one.',
  audioFileId: null,
  audioUrl: null,
  duration: 125,
  episodeNumber: 1,
  releaseDate: '2026-11-02T10:00:00Z',
  podcastTitle: 'The Long Table',
  hostId: sampleId(1),
  status: 'published',
  publishAt: null,
  ...given,
})

export const creator = (given: Partial<Creator> = {}): Creator => ({
  id: sampleId(40),
  userId: sampleId(1),
  name: 'Ada Obi',
  bio: 'Talks.',
  profileImage: null,
  socialLinks: { twitter: null, instagram: null, website: null },
  createdAt: '2026-11-01T10:00:00Z',
  ...given,
})

export const queueRow = (given: Partial<QueueRow> = {}): QueueRow => ({
  id: sampleId(10),
  originalName: 'first-talk.mp3',
  fileSize: 2_500_000,
  ownerId: sampleId(1),
  ownerName: 'Ada Obi',
  episodeIds: [],
  state: 'waiting',
  task: 'check',
  step: 'received',
  since: new Date(Date.now() - 5 * 60_000).toISOString(),
  percent: null,
  expectedAt: null,
  attempt: null,
  attempts: 3,
  createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  failure: null,
  isHopeless: false,
  ...given,
})

export const queueOverview = (given: Partial<QueueOverview> = {}): QueueOverview => ({
  health: 'ok',
  counts: { waiting: 0, active: 0, retrying: 0, failed: 0, hopeless: 0, cancelled: 0, ready: 0 },
  oldestWaiting: null,
  workers: [],
  rows: [],
  ...given,
})

export const show = (given: Partial<StudioPodcast> = {}): StudioPodcast => ({
  ...podcast(),
  publishedCount: 1,
  unpublishedCount: 0,
  isListed: true,
  ...given,
})
