import type { AnswerOf } from '@griot/contracts/endpoint'
import type { StartListening } from '@griot/contracts/listening'
import { type Db, inTransaction, type Queryable, type Tx } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import type { EpisodeFacts } from '../catalog/facts.ts'
import type { Entry } from '../ledger/entry.ts'
import { createListener } from '../ledger/listener.queries.ts'
import { RULES } from '../rules/numbers.ts'
import { resumeFrom } from '../rules/progress.ts'
import { settleSession } from './close-session.ts'
import { openSession, readBeginning } from './open-session.queries.ts'
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

/** Nothing when another session is open, or someone else was faster. */
const tryToOpen = async (db: Queryable, userId: string, episode: EpisodeFacts): Promise<Session | undefined> => {
  const beginning = await readOrCreate(db, userId, episode.id)
  if (beginning === undefined || beginning.openSessionId !== null) return undefined
  const { creditedSeconds, isStartPaid, positionSeconds } = beginning
  const session = await openSession(db, {
    userId,
    episode,
    beginning,
    leftSeconds: Math.max(0, episode.lengthSeconds - (creditedSeconds ?? 0)),
    entries: isStartPaid ? [] : [startEntry(episode)],
  })
  return (
    session && {
      ...session,
      positionSeconds: resumeFrom(positionSeconds ?? 0, episode.lengthSeconds),
      creditedSeconds: creditedSeconds ?? 0,
      isCompletionPaid: beginning.isCompletionPaid ?? false,
    }
  )
}

const readOrCreate = async (db: Queryable, userId: string, episodeId: string) => {
  const beginning = await readBeginning(db, userId, episodeId)
  if (beginning !== undefined) return beginning
  await createListener(db, userId)
  return readBeginning(db, userId, episodeId)
}

const startEntry = ({ id, title }: EpisodeFacts): Entry => ({
  kind: 'started',
  type: 'listening',
  sourceId: id,
  points: RULES.perStart,
  about: { title },
})
