import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { EARNING_REASONS } from './listening-rules.ts'
import { CLAIM, Id, Points, page, Seconds, Timestamp, UserId } from './values.ts'

export const ListeningSession = z.object({
  id: Id,
  episodeId: Id,
  podcastId: Id,
  listeningDuration: Seconds.describe('The credited seconds of this session.'),
  completed: z.boolean(),
  pointsEarned: Points,
  completionBonus: Points,
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
})

export const StartBonus = z
  .object({
    points: Points,
    inSeconds: Seconds.describe('Further seconds of this episode after which the server credits the points.'),
  })
  .nullish()
  .describe('The points for starting this episode, while the listener has not heard enough of it; otherwise null.')
export type StartBonus = NonNullable<z.infer<typeof StartBonus>>

export const StartListening = post('/api/listening/start', 'user', {
  summary: 'Starts a listening session; ends an open session of the caller first.',
  body: z.strictObject({ userId: UserId.optional(), episodeId: Id }),
  response: ListeningSession.extend({
    positionSeconds: Seconds.describe('The position to resume at, in seconds.'),
    creditedSeconds: Seconds.describe(
      'Seconds of this episode that earlier sessions were credited for. Whole minutes of the sum earn points.',
    ),
    isCompletionPaid: z
      .boolean()
      .describe('The completion of this episode, or of another with the same audio, has counted. It counts once.'),
    startBonus: StartBonus,
    pointsLeft: Points.nullish().describe(
      'The most points that its start, minutes and completion can still earn: for the caller’s own shows the rest of ' +
        'the daily limit, 0 for an episode that is not published; null without a limit.',
    ),
  }),
  also: { 404: 'There is no such episode.', 409: 'The episode has no audio yet.' },
})

const Progress = z.strictObject({
  sessionId: Id,
  listeningDuration: Seconds.describe('Seconds heard since the start of the session, as counted by the player.'),
  totalProgress: Seconds.describe('Position in the episode, in seconds.'),
})

export const HeartbeatListening = post('/api/listening/heartbeat', 'user', {
  summary: 'Reports the progress of a session, which is credited even if the session is never ended.',
  body: Progress,
  response: z.object({
    creditedSeconds: Seconds.describe('Seconds of the episode that the server has accepted in this session so far.'),
    pendingPoints: Points.optional().describe(
      'Points of the session that are not credited yet. The server credits minutes at least every ten minutes, and ' +
        'the rest when the session ends.',
    ),
    totalPoints: Points.optional().describe('The balance, without `pendingPoints`.'),
    startBonus: StartBonus,
  }),
  also: { 404: 'There is no such session.', 409: 'The session has ended.' },
})

export const EndReason = z.enum([
  ...EARNING_REASONS,
  'capped_by_clock',
  'capped_by_length',
  'capped_by_audio',
  'already_credited',
  'not_enough_heard',
  'capped_bonuses',
  'same_audio',
  'held_for_review',
  'capped_for_own_shows',
  'not_published',
  'nothing_new',
])
export type EndReason = z.infer<typeof EndReason>

const Reason = z.object({ reason: EndReason, points: Points, sentence: z.string() })

export const EndListening = post('/api/listening/end', 'user', {
  summary: 'Ends a session and credits it. A repeated call changes nothing and returns the same response.',
  body: Progress.extend({ completed: z.boolean().describe(CLAIM) }),
  response: z.object({
    pointsEarned: Points,
    weeklyBonus: Points.describe('The part of `pointsEarned` that is the weekly bonus; 0 without one.'),
    creditedSeconds: Seconds,
    completed: z.boolean(),
    reasons: z.array(Reason).describe('How the points were calculated: an entry for each rule that applied.'),
  }),
  also: { 404: 'There is no such session.' },
})

export const ExplainedSession = ListeningSession.extend({
  episodeTitle: z.string().describe('The title when the session started.'),
  endedBy: z
    .enum(['listener', 'next_start', 'silence'])
    .nullable()
    .describe('`silence`: the heartbeats stopped, and the progress that they had reported was credited.'),
  reasons: z.array(Reason).describe('How the points were calculated; empty while the session is open.'),
})
export type ExplainedSession = z.infer<typeof ExplainedSession>

export const ListListeningSessions = get('/api/user/:id/listening-sessions', 'user', {
  summary: 'Lists the caller’s listening sessions, newest first.',
  query: page(50),
  response: z.array(ExplainedSession),
})
