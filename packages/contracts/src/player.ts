import { z } from 'zod'
import { get, put } from './endpoint.ts'
import { Id, Seconds } from './values.ts'

export const MAX_QUEUE = 200
export const SLOWEST = 0.5
export const FASTEST = 3
/** A device that was offline for longer does not overwrite anything. */
const MAX_AGE_MS = 30 * 86_400_000

const Rate = z.number().min(SLOWEST).max(FASTEST).describe('Playback speed; 1 is as recorded.')

export const SavedPlayer = z.object({
  version: z.number().int().describe('Grows with each change; 0 before the first one.'),
  episodeId: Id.nullable(),
  positionSeconds: Seconds.describe('The position at which the episode resumes.'),
  rate: Rate,
  queue: z.array(Id).describe('Episodes, the next one first. They may be deleted or unpublished.'),
  playingOn: Id.nullable().describe('The device that plays now.'),
})
export type SavedPlayer = z.infer<typeof SavedPlayer>

export const GetPlayer = get('/api/player', 'user', {
  summary: 'Returns the last episode, its position, its speed and the queue of the caller.',
  response: SavedPlayer,
})

export const PlayerChange = z.strictObject({
  deviceId: Id.describe('Chosen by the device.'),
  ageMs: z
    .number()
    .int()
    .min(0)
    .max(MAX_AGE_MS)
    .describe('How long ago the listener acted, in milliseconds. Of two devices the newer action wins.'),
  episodeId: Id.optional(),
  positionSeconds: Seconds.optional().describe(
    'Moves the position of `episodeId`. Ignored during a listening session of it: heartbeats report the position.',
  ),
  rate: Rate.optional(),
  isPlaying: z.boolean().optional(),
  queue: z
    .array(Id)
    .max(MAX_QUEUE, `Please queue at most ${MAX_QUEUE} episodes.`)
    .optional()
    .describe('Replaces the queue. An episode that occurs twice is queued once.'),
})
export type PlayerChange = z.infer<typeof PlayerChange>

export const SavePlayer = put('/api/player', 'user', {
  summary: 'Changes the given parts of the saved player; returns it with the changes of other devices.',
  body: PlayerChange,
  response: SavedPlayer,
})
