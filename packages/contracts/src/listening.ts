import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Id, Points, page, Seconds, Timestamp, UserParams } from './values.ts'

export const ListeningSession = z.object({
  id: Id,
  episodeId: Id,
  podcastId: Id,
  /** Seconds of this session that the server believes and has credited. */
  listeningDuration: Seconds,
  completed: z.boolean(),
  pointsEarned: Points,
  completionBonus: Points,
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
})
export type ListeningSession = z.infer<typeof ListeningSession>

export const StartListening = {
  method: 'POST',
  path: '/api/listening/start',
  access: 'user',
  summary: 'Opens a listening session; an earlier open one of the same person is closed first.',
  body: z.strictObject({ userId: z.union([z.literal('me'), Id]).optional(), episodeId: Id }),
  response: ListeningSession.extend({
    /** Where the person was in this episode, in seconds: play from here. */
    positionSeconds: Seconds,
    /** Seconds of this episode that earlier sessions were credited for; whole minutes of the sum pay. */
    creditedSeconds: Seconds,
    /** Completing it has paid already, and does not again. */
    isCompletionPaid: z.boolean(),
  }),
} as const satisfies Endpoint

export const HeartbeatListening = {
  method: 'POST',
  path: '/api/listening/heartbeat',
  access: 'user',
  summary: 'Says that a session is still playing and where; a lost page keeps what was proven so far.',
  body: z.strictObject({
    sessionId: Id,
    /** Seconds heard since the session began, as the player counted them. */
    listeningDuration: Seconds,
    /** Position in the episode, in seconds. */
    totalProgress: Seconds,
  }),
  response: z.object({ creditedSeconds: Seconds }),
} as const satisfies Endpoint

export const EndReason = z.enum([
  'minutes',
  'started',
  'completed',
  'weekly',
  'badge',
  'capped_by_clock',
  'capped_by_length',
  'already_credited',
  'not_enough_heard',
  'nothing_new',
])
export type EndReason = z.infer<typeof EndReason>

export const EndListening = {
  method: 'POST',
  path: '/api/listening/end',
  access: 'user',
  summary: 'Ends a session and credits what was heard. Ending it again changes nothing and answers the same.',
  body: z.strictObject({
    sessionId: Id,
    listeningDuration: Seconds,
    totalProgress: Seconds,
    completed: z.boolean(),
  }),
  response: z.object({
    pointsEarned: Points,
    /** Part of `pointsEarned` that is the weekly bonus; 0 when there was none. */
    weeklyBonus: Points,
    creditedSeconds: Seconds,
    completed: z.boolean(),
    /** Why the points are what they are, one entry a rule that applied. */
    reasons: z.array(z.object({ reason: EndReason, points: Points, sentence: z.string() })),
  }),
} as const satisfies Endpoint

export const ListListeningSessions = {
  method: 'GET',
  path: '/api/user/:id/listening-sessions',
  access: 'user',
  summary: "One's own listening sessions, newest first.",
  params: UserParams,
  query: page(50),
  response: z.array(ListeningSession),
} as const satisfies Endpoint
