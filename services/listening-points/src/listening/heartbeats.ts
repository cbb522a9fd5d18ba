import type { Db } from '@griot/service-kit/db'
import { conflict, notFound } from '@griot/service-kit/errors'
import type { Claim } from './close-session.ts'
import { type Beat, findSession, writeBeats } from './heartbeats.queries.ts'

const MOST_AT_ONCE = 1_000

interface Waiter {
  resolve(creditedSeconds: number | undefined): void
  reject(error: unknown): void
}

interface Waiting {
  beat: Beat
  waiters: Waiter[]
}

export interface Heartbeats {
  /** Seconds credited so far, once the heartbeat is durable. */
  record(userId: string, sessionId: string, claim: Claim): Promise<number>
}

/**
 * Gathers the heartbeats that arrive while a write is on its way and writes them as one statement. Nobody is answered
 * before their heartbeat is on disk; alone, a heartbeat waits for nothing.
 */
export const createHeartbeats = (db: Db): Heartbeats => {
  const waiting = new Map<string, Waiting>()
  let isWriting = false

  const write = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, MOST_AT_ONCE)
      for (const { beat } of batch) waiting.delete(keyOf(beat))
      await writeBatch(db, batch)
    }
    isWriting = false
  }

  return {
    async record(userId, sessionId, claim) {
      const credited = await new Promise<number | undefined>((resolve, reject) => {
        const beat = beatOf(userId, sessionId, claim)
        const known = waiting.get(keyOf(beat))
        waiting.set(keyOf(beat), {
          beat: known === undefined ? beat : newest(known.beat, beat),
          waiters: [...(known?.waiters ?? []), { resolve, reject }],
        })
        // Whatever else arrived in this turn of the loop comes along.
        setImmediate(write)
      })
      if (credited !== undefined) return credited
      if ((await findSession(db, userId, sessionId)) === undefined) throw notFound('listening_session')
      throw conflict('listening_session.ended', 'This listening session has ended.')
    },
  }
}

const writeBatch = async (db: Db, batch: Waiting[]) => {
  try {
    const proven = await writeBeats(
      db,
      batch.map(({ beat }) => beat),
    )
    const credited = new Map(proven.map(({ sessionId, creditedSeconds }) => [sessionId, creditedSeconds]))
    for (const { beat, waiters } of batch) {
      for (const waiter of waiters) waiter.resolve(credited.get(beat.sessionId))
    }
  } catch (error) {
    for (const { waiters } of batch) for (const waiter of waiters) waiter.reject(error)
  }
}

const keyOf = ({ userId, sessionId }: Beat) => `${userId} ${sessionId}`

const beatOf = (userId: string, sessionId: string, { listeningDuration, totalProgress }: Claim): Beat => ({
  userId,
  sessionId: sessionId.toLowerCase(),
  claimedSeconds: listeningDuration,
  positionSeconds: totalProgress,
  furthestSeconds: totalProgress,
})

/** Two heartbeats of one session in one batch are one row: the later word on the place, the most that was claimed. */
const newest = (a: Beat, b: Beat): Beat => ({
  ...(b.claimedSeconds >= a.claimedSeconds ? b : a),
  furthestSeconds: Math.max(a.furthestSeconds, b.furthestSeconds),
})
