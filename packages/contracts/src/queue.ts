import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { IsHopeless, MediaFile, TimelineEntry } from './media/media-file.ts'
import { Id, IdParams, Percent, page, Timestamp } from './values.ts'

/** Where a file is on its way: `retrying` waits after a failed attempt, `failed` waits for a person. */
export const QueueState = z.enum(['waiting', 'active', 'retrying', 'failed', 'ready'])
export type QueueState = z.infer<typeof QueueState>

/** Whether files get on: `no_worker` when nobody has worked for half a minute, `unreachable` when jobs cannot be handed out. */
export const QueueHealth = z.enum(['ok', 'paused', 'no_worker', 'unreachable'])
export type QueueHealth = z.infer<typeof QueueHealth>

export const QueueRow = z.object({
  id: Id.describe('Of the media file.'),
  originalName: z.string(),
  fileSize: z.number().int().describe('In bytes.'),
  ownerId: Id,
  ownerName: z.string().describe('Who uploaded it, by the name they had then.'),
  episodeIds: z.array(Id).describe('Episodes that play this file.'),
  state: QueueState,
  task: z.enum(['check', 'rendition']).describe('What is being done: a file is checked, or its rendition is made.'),
  step: TimelineEntry.shape.kind.describe('What happened last.'),
  since: Timestamp.describe('When that was.'),
  percent: Percent.nullable(),
  attempt: z.number().int().nullable().describe('The latest attempt of this round; null before the first.'),
  attempts: z.number().int().describe('How many attempts a round has.'),
  createdAt: Timestamp,
  failure: z.string().nullable().describe('Why it failed, as a sentence for the creator.'),
  isHopeless: IsHopeless,
})
export type QueueRow = z.infer<typeof QueueRow>

export const QueueWorker = z.object({
  id: Id,
  host: z.string(),
  pid: z.number().int(),
  startedAt: Timestamp,
  seenAt: Timestamp,
  isAlive: z.boolean(),
})
export type QueueWorker = z.infer<typeof QueueWorker>

export const QueueOverview = z.object({
  health: QueueHealth,
  counts: z.object({
    waiting: z.number().int(),
    active: z.number().int(),
    retrying: z.number().int(),
    failed: z.number().int(),
    hopeless: z.number().int().default(0).describe('Of those that failed: how many cannot be tried again.'),
    ready: z.number().int().describe('Of the files uploaded in the last 24 hours.'),
  }),
  oldestWaiting: Timestamp.nullable().describe('Since when the file waits that has waited longest.'),
  workers: z.array(QueueWorker).describe('Last seen first; only for admins.'),
  rows: z.array(QueueRow).describe('Newest upload first.'),
})
export type QueueOverview = z.infer<typeof QueueOverview>

export const QueueAction = z.object({
  action: z.enum(['retry', 'retry_failed', 'cancel', 'pause', 'resume']),
  actorName: z.string(),
  at: Timestamp,
})
export type QueueAction = z.infer<typeof QueueAction>

/** One thing that a person did to the queue, to one file or to many at once. */
export const QueueDeed = QueueAction.extend({
  files: z.number().int().describe('How many files it was about; 0 for the whole queue.'),
  originalName: z.string().nullable().describe('Of the file, when it was about one that is still there.'),
})
export type QueueDeed = z.infer<typeof QueueDeed>

export const LogLine = z.object({ at: Timestamp, attempt: z.number().int().nullable(), line: z.string() })
export type LogLine = z.infer<typeof LogLine>

export const QueueItem = QueueRow.extend({
  timeline: z.array(TimelineEntry),
  log: z
    .array(LogLine)
    .describe('The last lines of what the worker and its programs said, oldest first; only for admins.'),
  technicalError: z.string().nullable().describe('What went wrong last, as a program says it; only for admins.'),
  actions: z.array(QueueAction).describe('What people did about it, oldest first.'),
})
export type QueueItem = z.infer<typeof QueueItem>

/** What came out of the queue in one hour. */
export const QueueHour = z.object({
  from: Timestamp,
  ready: z.number().int(),
  failed: z.number().int(),
})
export type QueueHour = z.infer<typeof QueueHour>

export const QueueActivity = z.object({
  hours: z.array(QueueHour).describe('The last 24, oldest first; the last one is not over yet.'),
  medianSeconds: z.number().nullable().describe('From received to ready, of what became ready in these hours.'),
})
export type QueueActivity = z.infer<typeof QueueActivity>

export const GetQueue = {
  method: 'GET',
  path: '/api/admin/queue',
  access: 'user',
  summary:
    "The processing queue: admins see everybody's files, others their own. Without a state: all that is not ready.",
  query: page(50).extend({ state: QueueState.optional() }),
  response: QueueOverview,
} as const satisfies Endpoint

export const GetQueueActivity = {
  method: 'GET',
  path: '/api/admin/queue/activity',
  access: 'user',
  summary: "How many files became ready and how many failed in each of the last 24 hours: everybody's for admins.",
  response: QueueActivity,
} as const satisfies Endpoint

export const ListQueueDeeds = {
  method: 'GET',
  path: '/api/admin/queue/deeds',
  access: 'admin',
  summary: 'What people did to the queue lately, newest first: who, when, and to what.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) }),
  response: z.array(QueueDeed),
} as const satisfies Endpoint

/** Pages for experts behind the admin check: they show the queue itself, where ours shows what happened to files. */
export const QUEUE_BOARD_PATH = '/api/admin/queue/board'

export const GetQueueItem = {
  method: 'GET',
  path: '/api/admin/queue/:id',
  access: 'user',
  summary: 'One file of the queue with all that happened to it.',
  params: IdParams,
  response: QueueItem,
} as const satisfies Endpoint

export const RetryQueueItem = {
  method: 'POST',
  path: '/api/admin/queue/:id/retry',
  access: 'user',
  summary: 'Processes a failed file again.',
  params: IdParams,
  status: 202,
  response: MediaFile,
  also: { 409: 'The file has not failed, or trying it again cannot help.' },
} as const satisfies Endpoint

export const CancelQueueItem = {
  method: 'POST',
  path: '/api/admin/queue/:id/cancel',
  access: 'user',
  summary:
    'Stops processing a file; it ends as failed, and may be tried again. A rendition that is being made is given up.',
  params: IdParams,
  response: MediaFile,
  also: { 409: 'The file is not being processed.' },
} as const satisfies Endpoint

export const RetryFailedMedia = {
  method: 'POST',
  path: '/api/admin/queue/retry-failed',
  access: 'user',
  summary: "Processes failed files again: admins everybody's, others their own; at most 1,000 at once.",
  status: 202,
  response: z.object({
    retried: z.number().int(),
    skipped: z.number().int().default(0).describe('Files that trying again cannot help; they stay as they are.'),
  }),
} as const satisfies Endpoint

const Paused = z.object({ paused: z.boolean() })

export const PauseQueue = {
  method: 'POST',
  path: '/api/admin/queue/pause',
  access: 'admin',
  summary: 'Hands out no more work; what is being worked on is finished.',
  response: Paused,
} as const satisfies Endpoint

export const ResumeQueue = {
  method: 'POST',
  path: '/api/admin/queue/resume',
  access: 'admin',
  summary: 'Hands out work again.',
  response: Paused,
} as const satisfies Endpoint
