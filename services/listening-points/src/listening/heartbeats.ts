import type { Db } from '@griot/service-kit/db'
import { conflict, notFound } from '@griot/service-kit/errors'
import { gather } from '@griot/service-kit/gather'
import type { Claim } from './close-session.ts'
import { type Beat, findSession, writeBeats } from './heartbeats.queries.ts'

export interface Heartbeats {
  /** Seconds credited so far, once the heartbeat is durable. */
  record(userId: string, sessionId: string, claim: Claim): Promise<number>
}

/** Writes heartbeats that arrive at the same time as one statement. Nobody is answered before theirs is on disk. */
export const createHeartbeats = (db: Db): Heartbeats => {
  const write = gather({
    work: async (beats: Beat[]) => {
      const proven = await writeBeats(db, beats)
      const credited = new Map(proven.map((one) => [keyOf(one), one.creditedSeconds]))
      return beats.map((beat) => credited.get(keyOf(beat)))
    },
    keyOf,
    merge: newest,
  })

  return {
    async record(userId, sessionId, claim) {
      const credited = await write(beatOf(userId, sessionId, claim))
      if (credited !== undefined) return credited
      if ((await findSession(db, userId, sessionId)) === undefined) throw notFound('listening_session')
      throw conflict('listening_session.ended', 'This listening session has ended.')
    },
  }
}

/** By person, too: somebody else may name the same session at the same moment. */
const keyOf = ({ userId, sessionId }: Pick<Beat, 'userId' | 'sessionId'>) => `${userId} ${sessionId}`

const beatOf = (userId: string, sessionId: string, { listeningDuration, totalProgress }: Claim): Beat => ({
  userId,
  sessionId: sessionId.toLowerCase(),
  claimedSeconds: listeningDuration,
  positionSeconds: totalProgress,
  furthestSeconds: totalProgress,
})

/** Two heartbeats of one session in one statement are one row: the later word on the place, the most that was claimed. */
const newest = (earlier: Beat, later: Beat): Beat => ({
  ...(later.claimedSeconds >= earlier.claimedSeconds ? later : earlier),
  furthestSeconds: Math.max(earlier.furthestSeconds, later.furthestSeconds),
})
