import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { MediaFile, TimelineEntry } from './media.ts'
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
  step: TimelineEntry.shape.kind.describe('What happened last.'),
  since: Timestamp.describe('When that was.'),
  percent: Percent.nullable(),
  attempt: z.number().int().nullable().describe('The latest attempt of this round; null before the first.'),
  attempts: z.number().int().describe('How many attempts a round has.'),
  createdAt: Timestamp,
  failure: z.string().nullable().describe('Why it failed, as a sentence for the creator.'),
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

export const QueueItem = QueueRow.extend({
  timeline: z.array(TimelineEntry),
  actions: z.array(QueueAction).describe('What people did about it, oldest first.'),
})
export type QueueItem = z.infer<typeof QueueItem>

export const GetQueue = {
  method: 'GET',
  path: '/api/admin/queue',
  access: 'user',
  summary:
    "The processing queue: admins see everybody's files, others their own. Without a state: all that is not ready.",
  query: page(50).extend({ state: QueueState.optional() }),
  response: QueueOverview,
} as const satisfies Endpoint

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
  also: { 409: 'The file has not failed.' },
} as const satisfies Endpoint

export const CancelQueueItem = {
  method: 'POST',
  path: '/api/admin/queue/:id/cancel',
  access: 'user',
  summary: 'Stops processing a file; it ends as failed, and may be tried again.',
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
  response: z.object({ retried: z.number().int() }),
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
