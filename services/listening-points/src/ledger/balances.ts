import type { Db } from '@griot/service-kit/db'
import { gather } from '@griot/service-kit/gather'
import { type Balance, readBalances } from './history.queries.ts'

export type ReadBalance = (userId: string) => Promise<Balance>

/** Reads somebody's points as they are now, together with those of whoever else is asking. */
export const createBalances = (db: Db): ReadBalance =>
  gather({
    work: (userIds: string[]) => readBalances(db, userIds),
    keyOf: (userId) => userId,
    merge: (userId) => userId,
  })
