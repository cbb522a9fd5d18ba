import type { AnswerOf } from '@griot/contracts/endpoint'
import type { StartListening } from '@griot/contracts/listening'
import { type Db, inTransaction, type Queryable, type Tx } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { createListener } from '../ledger/listener.queries.ts'
import { resumeFrom } from '../rules/progress.ts'
import { settleSession } from './close-session.ts'
import { openSession } from './open-session.queries.ts'
import { findOpenSession, lockPerson, readSession } from './sessions.queries.ts'

type Session = AnswerOf<typeof StartListening>

export interface Started {
  session: Session
  /** Another session was open and has been ended. */
  hasEndedAnother: boolean
}

/** Opens a session and pays for the start, once an episode. An earlier open session of this person ends with what it proved. */
export const startSession = async (db: Db, userId: string, episode: EpisodeFacts): Promise<Started> => {
  if (!episode.hasAudio) throw conflict('episode.no_audio', 'This episode has no audio yet.')
  const session = await tryToOpen(db, userId, episode)
  if (session !== undefined) return { session, hasEndedAnother: false }

  return inTransaction(db, async (tx) => {
    await createListener(tx, userId)
    await lockPerson(tx, userId)
    const hasEndedAnother = await closeOpenSession(tx, userId)
    const opened = await tryToOpen(tx, userId, episode)
    if (opened === undefined) throw new Error(`listener ${userId} changed under their lock`)
    return { session: opened, hasEndedAnother }
  })
}

const closeOpenSession = async (tx: Tx, userId: string): Promise<boolean> => {
  const open = await findOpenSession(tx, userId)
  if (open === undefined) return false
  const session = await readSession(tx, userId, open.id)
  const receipt =
    session && (await settleSession(tx, session, { endedBy: 'next_start', endedAt: session.now, claim: null }))
  if (receipt === undefined) throw new Error(`session ${open.id} changed under its lock`)
  return true
}

const tryToOpen = async (db: Queryable, userId: string, episode: EpisodeFacts): Promise<Session | undefined> => {
  const session = await openSession(db, userId, episode)
  return session && { ...session, positionSeconds: resumeFrom(session.positionSeconds, episode.lengthSeconds) }
}
