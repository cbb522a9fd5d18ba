import type { AnswerOf } from '@griot/contracts/endpoint'
import type { StartListening } from '@griot/contracts/listening'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import { gather } from '@griot/service-kit/gather'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { createListener } from '../ledger/listener.queries.ts'
import { resumeFrom } from '../rules/progress.ts'
import { closeIn, settleSession } from './close-session.ts'
import { openSessions, type Wish } from './open-session.queries.ts'
import { findOpenSession, lockPerson, MOST_AT_ONCE, readSession } from './sessions.queries.ts'

type Session = AnswerOf<typeof StartListening>

interface Started {
  session: Session
  /** Another session was open and has been ended, and others are to hear of that one. */
  isTold: boolean
}

export type StartSession = (userId: string, episode: EpisodeFacts) => Promise<Started>

/**
 * Opens a session and pays for the start, once an episode, together with those of other people that begin at the same
 * moment. An earlier open session of this person ends with what it proved.
 */
export const createStartSession = (db: Db): StartSession => {
  const open = gather({
    work: (wishes: Wish[]) => openSessions(db, wishes),
    keyOf: ({ userId }) => userId,
    most: MOST_AT_ONCE,
  })

  return async (userId, episode) => {
    if (!episode.hasAudio) throw conflict('episode.no_audio', 'This episode has no audio yet.')
    const session = await open({ userId, episode })
    if (session !== undefined) return { session: resumed(session, episode), isTold: false }

    return inTransaction(db, async (tx) => {
      await createListener(tx, userId)
      await lockPerson(tx, userId)
      const isTold = await closeOpenSession(tx, userId)
      const [opened] = await openSessions(tx, [{ userId, episode }])
      if (opened === undefined) throw new Error(`listener ${userId} changed under their lock`)
      return { session: resumed(opened, episode), isTold }
    })
  }
}

const resumed = (session: Session, { lengthSeconds }: EpisodeFacts): Session => ({
  ...session,
  positionSeconds: resumeFrom(session.positionSeconds, lengthSeconds),
})

const closeOpenSession = async (tx: Tx, userId: string): Promise<boolean> => {
  const open = await findOpenSession(tx, userId)
  if (open === undefined) return false
  const session = await readSession(tx, { userId, sessionId: open.id })
  const settled =
    session && (await settleSession(session, { endedBy: 'next_start', endedAt: session.now, claim: null }, closeIn(tx)))
  if (settled === undefined) throw new Error(`session ${open.id} changed under its lock`)
  return settled.isTold
}
