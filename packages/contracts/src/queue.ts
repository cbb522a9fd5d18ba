import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { RetryMedia } from './media/files.ts'
import { IsHopeless, MediaFile, TimelineEntry } from './media/media-file.ts'
import { Id, Limit, Percent, page, Timestamp, text } from './values.ts'

const STATES = ['waiting', 'active', 'retrying', 'failed', 'cancelled', 'ready'] as const

/** `retrying` waits after a failed attempt; `failed` waits for a user; a user has `cancelled` the others. */
export const QueueState = z.enum(STATES)
export type QueueState = z.infer<typeof QueueState>

/** The lists of the queue: a state, or the failed files that a retry can or cannot help. */
export const QueueView = z.enum([...STATES, 'fixable', 'hopeless'])
export type QueueView = z.infer<typeof QueueView>

export const QueueTask = z.enum(['check', 'rendition', 'mp3'])
export type QueueTask = z.infer<typeof QueueTask>

export const QueueFilter = z.object({
  state: QueueView.optional().describe(
    '`ready`: in the last 24 hours. Without it: all files in processing and all failed ones, for admins without `hopeless`.',
  ),
  search: text(100).optional().describe('A part of the file name or of the uploader’s name.'),
  ownerId: Id.optional().describe('The uploader.'),
  task: QueueTask.optional(),
})
export type QueueFilter = z.infer<typeof QueueFilter>

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
  task: QueueTask.describe(
    '`check` probes the file, `rendition` encodes it at an even loudness, `mp3` makes the MP3 of an episode.',
  ),
  step: TimelineEntry.shape.kind.describe('The latest event.'),
  since: Timestamp.describe('Time of the latest event.'),
  percent: Percent.nullable(),
  expectedAt: Timestamp.nullable()
    .default(null)
    .describe('When processing is expected to end, by the measured speed; null if that is unknown.'),
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

export const QueueCounts = z.object({
  waiting: z.number().int(),
  active: z.number().int(),
  retrying: z.number().int(),
  failed: z.number().int().describe('Including `hopeless`.'),
  hopeless: z.number().int().default(0).describe('Failed files that a retry cannot help.'),
  cancelled: z.number().int().default(0),
  ready: z.number().int().describe('In the last 24 hours.'),
})
export type QueueCounts = z.infer<typeof QueueCounts>

export const QueueOverview = z.object({
  health: QueueHealth,
  /** Of the files that match the filter in any state; of the same moment as `rows`. */
  counts: QueueCounts,
  oldestWaiting: Timestamp.nullable().describe('When the longest waiting file began to wait.'),
  workers: z.array(QueueWorker).describe('Last seen first; only for admins.'),
  rows: z.array(QueueRow).describe('In the requested order.'),
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

export const QueueBulk = z.object({
  id: Id,
  action: z.enum(['retry', 'cancel', 'clear']),
  state: z.enum(['running', 'done', 'cancelled']),
  actorName: z.string(),
  total: z.number().int(),
  done: z.number().int(),
  skipped: z.number().int().describe('Files that had changed meanwhile, for example finished.'),
  failed: z.number().int().describe('Files that could not be changed.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type QueueBulk = z.infer<typeof QueueBulk>

/** The data of the event `queue` of the stream. */
export const QueueChange = z.object({
  counts: QueueCounts,
  rows: z.array(QueueRow).describe('Changed files that match the filter.'),
  gone: z.array(Id).describe('Changed files that do not match it.'),
  isPartial: z.boolean().describe('Further files have changed: read the list again.'),
  bulks: z.array(QueueBulk).describe('The caller’s latest actions on many files, newest first.'),
})
export type QueueChange = z.infer<typeof QueueChange>

export const GetQueue = get('/api/admin/queue', 'user', {
  summary: 'Returns the processing queue: all files for admins, their own for creators.',
  query: page(50).extend({ ...QueueFilter.shape, sort: z.enum(['newest', 'oldest']).default('newest') }),
  response: QueueOverview,
})

export const WatchQueue = get('/api/admin/queue/events', 'user', {
  summary:
    'Streams changes of the queue as server-sent events `queue`, at most two in a second. ' +
    'After a lost connection, read the list again.',
  query: QueueFilter,
  responseType: 'text/event-stream',
})

export const ListQueueBulks = get('/api/admin/queue/bulk', 'user', {
  summary: 'Lists the caller’s actions on many files, for admins those of all users, newest first.',
  query: page(10),
  response: z.array(QueueBulk),
})

export const StartQueueBulk = post('/api/admin/queue/bulk', 'user', {
  summary:
    'Retries, cancels or clears many files: a selection, or all that match a filter now. For creators only their own. ' +
    '`clear` hides finished files from the queue and deletes nothing.',
  body: z
    .strictObject({
      action: QueueBulk.shape.action,
      mediaFileIds: z.array(Id).min(1).max(1_000).optional(),
      // Strict: without a misspelled field the action would apply to more files.
      filter: z.strictObject(QueueFilter.shape).optional(),
    })
    .refine(
      ({ mediaFileIds, filter }) => (mediaFileIds === undefined) !== (filter === undefined),
      'Please give either files or a filter.',
    ),
  status: 202,
  response: QueueBulk,
  also: { 409: 'The action applies to none of the files.' },
})

export const GetQueueBulk = get('/api/admin/queue/bulk/:id', 'user', {
  summary: 'Returns an action on many files with its progress.',
  response: QueueBulk,
})

export const CancelQueueBulk = post('/api/admin/queue/bulk/:id/cancel', 'user', {
  summary: 'Stops an action on many files. Files that it has changed stay as they are.',
  response: QueueBulk,
  also: { 409: 'It has ended.' },
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

/** The notifications of changed feeds, which the board shows beside the media files. */
export const FEED_QUEUE = 'catalog-feeds'

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
  summary: 'Stops processing a file. The file can be retried later; an unfinished rendition is removed.',
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
