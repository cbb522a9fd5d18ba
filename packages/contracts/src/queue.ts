import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { RetryMedia } from './media/files.ts'
import { IsHopeless, MediaFile, TimelineEntry } from './media/media-file.ts'
import { Id, Limit, Percent, page, Timestamp } from './values.ts'

/** `retrying` waits after a failed attempt; `failed` waits for a user. */
export const QueueState = z.enum(['waiting', 'active', 'retrying', 'failed', 'ready'])
export type QueueState = z.infer<typeof QueueState>

/** `no_worker`: no worker was active for 30 s. `unreachable`: the queue is unavailable. */
export const QueueHealth = z.enum(['ok', 'paused', 'no_worker', 'unreachable'])
export type QueueHealth = z.infer<typeof QueueHealth>

export const QueueRow = z.object({
  id: Id.describe('Of the media file.'),
  originalName: z.string(),
  fileSize: z.number().int().describe('Bytes.'),
  ownerId: Id,
  ownerName: z.string().describe('The uploader’s name at the time of the upload.'),
  episodeIds: z.array(Id).describe('Episodes that play this file.'),
  state: QueueState,
  task: z.enum(['check', 'rendition']).describe('`check` probes the file, `rendition` encodes it.'),
  step: TimelineEntry.shape.kind.describe('The latest event.'),
  since: Timestamp.describe('Time of the latest event.'),
  percent: Percent.nullable(),
  attempt: z.number().int().nullable().describe('The current or latest attempt; null before the first.'),
  attempts: z.number().int().describe('Maximum number of attempts.'),
  createdAt: Timestamp,
  failure: z.string().nullable().describe('The cause of the failure, as a sentence for the creator.'),
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
    hopeless: z.number().int().default(0).describe('Failed files that a retry cannot help.'),
    ready: z.number().int().describe('Of the files uploaded in the last 24 hours.'),
  }),
  oldestWaiting: Timestamp.nullable().describe('When the longest waiting file began to wait.'),
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

export const QueueAuditEntry = QueueAction.extend({
  files: z.number().int().describe('Number of affected files; 0 for the whole queue.'),
  originalName: z.string().nullable().describe('Of the file, if it was a single one that still exists.'),
})
export type QueueAuditEntry = z.infer<typeof QueueAuditEntry>

export const LogLine = z.object({ at: Timestamp, attempt: z.number().int().nullable(), line: z.string() })
export type LogLine = z.infer<typeof LogLine>

export const QueueItem = QueueRow.extend({
  timeline: z.array(TimelineEntry),
  log: z.array(LogLine).describe('The last log lines of the worker and its programs, oldest first; only for admins.'),
  technicalError: z.string().nullable().describe('The latest error of a program; only for admins.'),
  actions: z.array(QueueAction).describe('Actions of users, oldest first.'),
})
export type QueueItem = z.infer<typeof QueueItem>

export const QueueHour = z.object({
  from: Timestamp,
  ready: z.number().int(),
  failed: z.number().int(),
})
export type QueueHour = z.infer<typeof QueueHour>

export const QueueActivity = z.object({
  hours: z.array(QueueHour).describe('The last 24 hours, oldest first, including the current one.'),
  medianSeconds: z.number().nullable().describe('From received to ready, for files that became ready in these hours.'),
})
export type QueueActivity = z.infer<typeof QueueActivity>

export const GetQueue = get('/api/admin/queue', 'user', {
  summary:
    'Returns the processing queue: all files for admins, their own for creators. Without a state: all files that are not ready.',
  query: page(50).extend({ state: QueueState.optional() }),
  response: QueueOverview,
})

export const GetQueueActivity = get('/api/admin/queue/activity', 'user', {
  summary: 'Counts the files that became ready or failed in each of the last 24 hours: all files for admins.',
  response: QueueActivity,
})

export const ListQueueAuditLog = get('/api/admin/queue/deeds', 'admin', {
  summary: 'Lists the latest actions of users in the queue, newest first.',
  query: z.object({ limit: Limit.default(10) }),
  response: z.array(QueueAuditEntry),
})

/** BullMQ's own board of jobs, for admins. */
export const QUEUE_BOARD_PATH = '/api/admin/queue/board'

export const GetQueueItem = get('/api/admin/queue/:id', 'user', {
  summary: 'Returns one file of the queue with its timeline.',
  response: QueueItem,
})

export const RetryQueueItem = post('/api/admin/queue/:id/retry', 'user', {
  summary: 'The same operation as POST /api/media/{id}/retry, for older clients.',
  status: RetryMedia.status,
  response: RetryMedia.response,
  also: RetryMedia.also,
})

export const CancelQueueItem = post('/api/admin/queue/:id/cancel', 'user', {
  summary: 'Stops processing a file. It becomes failed and can be retried; an unfinished rendition is canceled.',
  response: MediaFile,
  also: { 409: 'The file is not being processed.' },
})

export const RetryFailedMedia = post('/api/admin/queue/retry-failed', 'user', {
  summary: 'Retries up to 1,000 failed files: all files for admins, their own for creators.',
  status: 202,
  response: z.object({
    retried: z.number().int(),
    skipped: z.number().int().default(0).describe('Files that a retry cannot help.'),
  }),
})

const Paused = z.object({ paused: z.boolean() })

export const PauseQueue = post('/api/admin/queue/pause', 'admin', {
  summary: 'Starts no more jobs; active jobs finish.',
  response: Paused,
})

export const ResumeQueue = post('/api/admin/queue/resume', 'admin', {
  summary: 'Starts jobs again.',
  response: Paused,
})
