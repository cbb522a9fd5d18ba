import { progressAt, resumeFrom, withinLength } from '@griot/contracts/listening-rules'
import type { PlayerChange, SavedPlayer } from '@griot/contracts/player'
import { type Db, inTransaction, type Queryable, type Tx } from '@griot/service-kit/db/db'
import { applyChange } from './apply-change.ts'
import { findIdleEntry, findPlayer, lockPlayer, setPosition, storePlayer } from './player.queries.ts'

const EMPTY: SavedPlayer = { version: 0, episodeId: null, positionSeconds: 0, rate: 1, queue: [], playingOn: null }

export const readPlayer = async (db: Queryable, userId: string): Promise<SavedPlayer> => {
  const saved = await findPlayer(db, userId)
  if (saved === undefined) return EMPTY
  const { lengthSeconds, positionSeconds, ...player } = saved
  return { ...player, positionSeconds: resumeFrom(positionSeconds, lengthSeconds) }
}

export const savePlayer = (db: Db, userId: string, { ageMs, ...change }: PlayerChange): Promise<SavedPlayer> =>
  inTransaction(db, async (tx) => {
    const { actedAt, ...stored } = await lockPlayer(tx, userId, ageMs)
    const changed = applyChange(stored, { ...change, actedAt })
    if (changed !== stored) await storePlayer(tx, userId, changed)
    if (changed.playedAt === actedAt) await movePosition(tx, userId, actedAt, change)
    return readPlayer(tx, userId)
  })

const movePosition = async (
  tx: Tx,
  userId: string,
  actedAt: string,
  { episodeId, positionSeconds }: Pick<PlayerChange, 'episodeId' | 'positionSeconds'>,
) => {
  if (episodeId === undefined || positionSeconds === undefined) return
  const entry = await findIdleEntry(tx, userId, episodeId, actedAt)
  if (entry === undefined) return
  const position = withinLength(positionSeconds, entry.lengthSeconds)
  await setPosition(tx, entry.id, position, progressAt(position, entry.lengthSeconds))
}
