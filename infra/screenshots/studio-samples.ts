import type { Creator } from '@griot/contracts/catalog/creators'
import type { Episode } from '@griot/contracts/catalog/episodes'
import type { MediaFile, TimelineEntry } from '@griot/contracts/media/media-file'
import type { QueueActivity, QueueDeed, QueueItem, QueueOverview, QueueRow } from '@griot/contracts/queue'

const id = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const MB = 1024 * 1024

const ME = id(1)
const fine = { loudness: -16.2, peak: -1.4, leadingSilence: 0.2, trailingSilence: 1 }

const file = (at: number, originalName: string, given: Partial<MediaFile> = {}): MediaFile => ({
  id: id(100 + at),
  originalName,
  mimeType: 'audio/mpeg',
  fileSize: Math.round((12.4 + at * 3.7) * MB),
  duration: 1_260 + at * 417,
  createdAt: ago(4 + at * at * 90),
  status: 'ready',
  progress: null,
  failure: null,
  isHopeless: false,
  format: 'mp3',
  codec: 'mp3',
  bitrate: 128_000,
  sampleRate: 44_100,
  channels: 2,
  sound: fine,
  episodeIds: [],
  suggestions: null,
  rendition: null,
  delivers: 'original',
  replacement: null,
  ...given,
})
const unmeasured = { duration: null, sound: null }

export const EPISODES: Episode[] = (
  [
    ['The market at five in the morning', 'published', null],
    ['What the ferryman counted', 'when_ready', null],
    ['A recipe with no salt in it', 'scheduled', new Date(Date.now() + 3 * 86_400_000).toISOString()],
    ['Notes for an episode about queues, ferries and everything that keeps people waiting', 'draft', null],
    ['Two cousins and a radio', 'published', null],
    ['The first one', 'published', null],
    ['Before the first one', 'draft', null],
  ] as const
).map(([title, status, publishAt], at) => ({
  id: id(300 + at),
  podcastId: id(20),
  title,
  description: 'One sentence, one stop, one minute.',
  audioFileId: at === 3 ? null : id(100 + at),
  audioUrl: at === 3 ? null : `/api/media/${id(100 + at)}/stream`,
  duration: 1_260 + at * 417,
  episodeNumber: 7 - at,
  releaseDate: ago(at * 1_440),
  podcastTitle: 'Overheard on the Bus',
  hostId: ME,
  status,
  publishAt,
}))

/** One file in each of the states that a library knows. */
export const LIBRARY: MediaFile[] = [
  file(0, 'ferryman-take-3.wav', {
    ...unmeasured,
    mimeType: 'audio/wav',
    status: 'processing',
    progress: 62,
  }),
  file(1, 'market-at-five.mp3', { episodeIds: [id(300)] }),
  file(2, 'kitchen-table-quiet-room-recording-from-the-old-recorder-2026-11-02.m4a', {
    mimeType: 'audio/x-m4a',
    sound: { ...fine, loudness: -27.4, trailingSilence: 9 },
  }),
  file(3, 'two-cousins.flac', { mimeType: 'audio/flac', sound: { ...fine, loudness: -9.1, peak: 1.8 } }),
  file(4, 'interview (final) (2).mp3', {
    ...unmeasured,
    status: 'failed',
    failure: 'This file is not audio that we can read. Please export it again as MP3, WAV or FLAC.',
    isHopeless: true,
  }),
  file(5, 'harbour.ogg', {
    mimeType: 'audio/ogg',
    sound: { ...fine, loudness: -24 },
    episodeIds: [id(304), id(305)],
    delivers: 'rendition',
    rendition: {
      status: 'ready',
      progress: null,
      failure: null,
      isHopeless: false,
      loudness: -16,
      peak: -1.2,
      mp3Size: 9 * MB,
      aacSize: 9 * MB,
    },
  }),
  file(6, 'first-one.mp3', {
    sound: { ...fine, loudness: -23.5 },
    rendition: {
      status: 'processing',
      progress: 41,
      failure: null,
      isHopeless: false,
      loudness: null,
      peak: null,
      mp3Size: null,
      aacSize: null,
    },
    replacement: {
      id: id(190),
      originalName: 'first-one-mastered.mp3',
      status: 'processing',
      progress: 18,
      failure: null,
    },
  }),
]

export const PROCESSING = [
  file(0, 'ferryman-take-3.wav', { ...unmeasured, status: 'processing', progress: 62 }),
  file(1, 'market-at-five.mp3', { ...unmeasured, status: 'processing' }),
]

export const NEARLY_FULL = { usedBytes: 1_019 * MB, mostBytes: 1_024 * MB, usedFiles: 41, mostFiles: 2_000 }

export const UNFINISHED = [
  {
    id: id(400),
    originalName: 'a-long-evening-with-the-choir-of-the-harbour-church.wav',
    mimeType: 'audio/wav',
    fileSize: 96 * MB,
    receivedBytes: 31 * MB,
    startedAt: ago(190),
    expiresAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
  },
]

const row = (at: number, originalName: string, given: Partial<QueueRow> = {}): QueueRow => ({
  id: id(100 + at),
  originalName,
  fileSize: Math.round((12.4 + at * 3.7) * MB),
  ownerId: ME,
  ownerName: at % 2 === 0 ? 'Zora Okonkwo' : 'Kwame Boateng',
  episodeIds: [],
  state: 'waiting',
  task: 'check',
  step: 'received',
  since: ago(3 + at),
  percent: null,
  attempt: null,
  attempts: 3,
  createdAt: ago(3 + at),
  failure: null,
  isHopeless: false,
  ...given,
})

const ROWS: QueueRow[] = [
  row(0, 'ferryman-take-3.wav', { state: 'active', step: 'checked', percent: 62, attempt: 1, episodeIds: [id(301)] }),
  row(5, 'harbour.ogg', { state: 'active', task: 'rendition', step: 'rendition_started', percent: 17, attempt: 1 }),
  row(1, 'market-at-five.mp3', { state: 'retrying', step: 'interrupted', attempt: 2 }),
  row(2, 'kitchen-table-quiet-room-recording-from-the-old-recorder-2026-11-02.m4a'),
  row(3, 'two-cousins.flac'),
  row(4, 'interview (final) (2).mp3', {
    state: 'failed',
    step: 'failed',
    attempt: 1,
    failure: 'This file is not audio that we can read. Please export it again as MP3, WAV or FLAC.',
    isHopeless: true,
  }),
]

const worker = (at: number, isAlive: boolean) => ({
  id: id(500 + at),
  host: `studio-${at}`,
  pid: 4_711 + at,
  startedAt: ago(600),
  seenAt: ago(isAlive ? 0 : 12),
  isAlive,
})

export const QUEUE: QueueOverview = {
  health: 'ok',
  counts: { waiting: 2, active: 2, retrying: 1, failed: 1, hopeless: 1, ready: 128 },
  oldestWaiting: ago(6),
  workers: [worker(1, true), worker(2, true), worker(3, false)],
  rows: ROWS,
}
export const NO_WORKER: QueueOverview = { ...QUEUE, health: 'no_worker', workers: [worker(1, false)] }
export const PAUSED: QueueOverview = { ...QUEUE, health: 'paused' }
export const UNREACHABLE: QueueOverview = { ...QUEUE, health: 'unreachable' }
export const IDLE: QueueOverview = {
  ...QUEUE,
  counts: { waiting: 0, active: 0, retrying: 0, failed: 0, hopeless: 0, ready: 12 },
  oldestWaiting: null,
  rows: [],
}

const READY = [0, 0, 1, 0, 0, 0, 2, 6, 9, 14, 11, 7, 5, 8, 12, 19, 16, 9, 4, 6, 2, 0, 1, 3]
const FAILED = [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0, 0]

export const ACTIVITY: QueueActivity = {
  hours: READY.map((ready, at) => ({ from: ago((READY.length - at) * 60), ready, failed: FAILED[at] ?? 0 })),
  medianSeconds: 14,
}

const happened = (kind: TimelineEntry['kind'], minutes: number, given: Partial<TimelineEntry> = {}): TimelineEntry => ({
  kind,
  at: ago(minutes),
  attempt: null,
  sentence: null,
  technical: null,
  ...given,
})

export const TIMELINE: TimelineEntry[] = [
  happened('received', 9),
  happened('started', 8, { attempt: 1 }),
  happened('checked', 8, { attempt: 1, sentence: 'MP3, 44.1 kHz, two channels.' }),
  happened('interrupted', 6, {
    attempt: 1,
    sentence: 'The worker stopped. It is tried again by itself.',
    technical: 'worker 4711 was not seen for 20 s',
  }),
  happened('started', 5, { attempt: 2 }),
]

const logged = (minutes: number, line: string) => ({ at: ago(minutes), attempt: 1, line })

export const QUEUE_ITEM: QueueItem = {
  ...row(1, 'market-at-five.mp3', { state: 'retrying', step: 'interrupted', attempt: 2 }),
  timeline: TIMELINE,
  log: [
    logged(8, 'fetched 16.1 MB in 212 ms'),
    logged(8, 'ffprobe -v error -print_format json -show_format -show_streams -- input'),
    logged(7, 'ffmpeg: size=N/A time=00:07:41.22 bitrate=N/A speed= 212x'),
    logged(6, 'ffmpeg: exited with signal SIGKILL'),
  ],
  technicalError: 'Error: the worker was not seen for 20 s\n    at takeBack (reconcile.ts:41:11)',
  actions: [{ action: 'retry', actorName: 'Zora Okonkwo', at: ago(4) }],
}

export const CREATORS: Creator[] = (
  [
    ['Zora Okonkwo', 'Collects the sentences that people say when they think nobody writes them down.'],
    ['Kwame Boateng', 'Reads timetables aloud.'],
    ['Inés Caballero', 'Neighbours, mostly.'],
  ] as const
).map(([name, bio], at) => ({
  id: id(600 + at),
  userId: id(700 + at),
  name,
  bio,
  profileImage: null,
  socialLinks: { twitter: '@one', instagram: null, website: null },
  createdAt: ago(at * 1_440),
}))

export const DEEDS: QueueDeed[] = [
  { action: 'pause', actorName: 'Zora Okonkwo', at: ago(4), files: 0, originalName: null },
  { action: 'retry_failed', actorName: 'Kwame Boateng', at: ago(41), files: 12, originalName: null },
  { action: 'cancel', actorName: 'Zora Okonkwo', at: ago(97), files: 1, originalName: 'two-cousins.flac' },
]
