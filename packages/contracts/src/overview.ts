import { z } from 'zod'
import { get } from './endpoint.ts'
import { QueueHealth } from './queue.ts'
import { Timestamp } from './values.ts'

export const DayCounts = z.object({
  now: z.int().describe('In the last 24 hours.'),
  before: z.int().describe('In the 24 hours before them.'),
})
export type DayCounts = z.infer<typeof DayCounts>

/** `unknown`: the service that checks it is unavailable. */
export const ProcessState = z.enum(['ready', 'paused', 'down', 'unknown'])
export type ProcessState = z.infer<typeof ProcessState>

export const CheckedProcess = z.object({
  name: z.enum(['gateway', 'database', 'catalog', 'listening-points', 'media', 'worker', 'queue', 'store']),
  state: ProcessState,
})
export type CheckedProcess = z.infer<typeof CheckedProcess>

export const QueueDepth = z.object({
  health: QueueHealth,
  inProgress: z.int().describe('Files that wait, are being processed, or wait for another attempt.'),
  oldestWaiting: Timestamp.nullable().describe('When the longest waiting file began to wait.'),
  workers: z.int().describe('Running workers.'),
})
export type QueueDepth = z.infer<typeof QueueDepth>

export const StoredFiles = z.object({
  files: z.int(),
  usedBytes: z.int().describe('Bytes of the uploaded files, without their renditions.'),
  freeBytes: z.int().nullable().describe('Free space on the disk; null for a bucket.'),
  leastFreeBytes: z.int().describe('Uploads are refused when less is free.'),
  quotaBytes: z.int().nullable().describe('Quota of one user; null if it is unlimited.'),
  quotaFiles: z.int().nullable().describe('Quota of one user; null if it is unlimited.'),
})
export type StoredFiles = z.infer<typeof StoredFiles>

export const ListeningCounts = z.object({
  /** Started listening sessions. */
  listens: DayCounts,
  /** Different listeners who started one. */
  listeners: DayCounts,
})
export type ListeningCounts = z.infer<typeof ListeningCounts>

export const ErrorCounts = z.object({
  /** Responses with a status of 500 or more, by whole hours. */
  responses: DayCounts,
  moduleErrors: z.int().describe('Different errors that modules reported in the last 24 hours.'),
})
export type ErrorCounts = z.infer<typeof ErrorCounts>

export const OpenReports = z.object({
  open: z.int(),
  isMore: z.boolean().describe('There may be more than `open`.'),
})
export type OpenReports = z.infer<typeof OpenReports>

export const FailedInvitations = z.object({
  notMailed: z.int().describe('Invitations whose e-mail failed finally in the last 24 hours.'),
})
export type FailedInvitations = z.infer<typeof FailedInvitations>

/** A part is null if its source does not respond in time. */
export const Overview = z.object({
  at: Timestamp,
  processes: z.array(CheckedProcess),
  queue: QueueDepth.nullable(),
  storage: StoredFiles.nullable(),
  listening: ListeningCounts.nullable(),
  signUps: DayCounts.nullable(),
  reports: OpenReports.nullable().optional().describe('Absent if the catalog service has no reports.'),
  invitations: FailedInvitations.nullable().optional().describe('Absent if the catalog service does not count them.'),
  errors: ErrorCounts.nullable(),
})
export type Overview = z.infer<typeof Overview>

export const GetOverview = get('/api/admin/overview', 'admin', {
  summary: 'Returns the state of the processes and the figures of the last 24 hours, at most five seconds old.',
  response: Overview,
})
