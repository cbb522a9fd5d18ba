import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { CLAIM, Id, Points, page, Seconds, Timestamp, UserParams } from './values.ts'

export const ListeningSession = z.object({
  id: Id,
  episodeId: Id,
  podcastId: Id,
  listeningDuration: Seconds.describe('Seconds of this session that the server believes and has credited.'),
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
    positionSeconds: Seconds.describe('Where the person was in this episode, in seconds: play from here.'),
    creditedSeconds: Seconds.describe(
      'Seconds of this episode that earlier sessions were credited for; whole minutes of the sum pay.',
    ),
    isCompletionPaid: z.boolean().describe('Completing it has counted already, and does not again.'),
    pointsLeft: Points.nullish().describe(
      'The most that its minutes and completing it can still bring: for one’s own show what is left of the day’s limit, ' +
        '0 for an episode that is not published; null without a limit.',
    ),
  }),
  also: { 404: 'There is no such episode.', 409: 'The episode has no audio yet.' },
} as const satisfies Endpoint

export const HeartbeatListening = {
  method: 'POST',
  path: '/api/listening/heartbeat',
  access: 'user',
  summary: 'Says that a session is still playing and where; a lost page keeps what was proven so far.',
  body: z.strictObject({
    sessionId: Id,
    listeningDuration: Seconds.describe('Seconds heard since the session began, as the player counted them.'),
    totalProgress: Seconds.describe('Position in the episode, in seconds.'),
  }),
  response: z.object({ creditedSeconds: Seconds }),
  also: { 404: 'There is no such session.', 409: 'The session has ended.' },
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
  'capped_for_own_shows',
  'not_published',
  'nothing_new',
])
export type EndReason = z.infer<typeof EndReason>

const Reason = z.object({ reason: EndReason, points: Points, sentence: z.string() })

export const EndListening = {
  method: 'POST',
  path: '/api/listening/end',
  access: 'user',
  summary: 'Ends a session and credits what was heard. Ending it again changes nothing and answers the same.',
  body: z.strictObject({
    sessionId: Id,
    listeningDuration: Seconds.describe('Seconds heard since the session began, as the player counted them.'),
    totalProgress: Seconds.describe('Position in the episode, in seconds.'),
    completed: z.boolean().describe(CLAIM),
  }),
  response: z.object({
    pointsEarned: Points,
    weeklyBonus: Points.describe('Part of `pointsEarned` that is the weekly bonus; 0 when there was none.'),
    creditedSeconds: Seconds,
    completed: z.boolean(),
    reasons: z.array(Reason).describe('Why the points are what they are, one entry a rule that applied.'),
  }),
  also: { 404: 'There is no such session.' },
} as const satisfies Endpoint

export const ExplainedSession = ListeningSession.extend({
  episodeTitle: z.string().describe('As it was when the session began.'),
  endedBy: z
    .enum(['listener', 'next_start', 'silence'])
    .nullable()
    .describe('`silence`: nothing was heard of the player any more, and what had been proven was credited.'),
  reasons: z.array(Reason).describe('Why the points are what they are; nothing while the session is open.'),
})
export type ExplainedSession = z.infer<typeof ExplainedSession>

export const ListListeningSessions = {
  method: 'GET',
  path: '/api/user/:id/listening-sessions',
  access: 'user',
  summary: "One's own listening sessions, newest first.",
  params: UserParams,
  query: page(50),
  response: z.array(ExplainedSession),
} as const satisfies Endpoint
