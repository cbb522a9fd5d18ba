import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { lockListeners } from './ledger.queries.ts'

const Held = z.object({ userId: z.string(), heldAt: z.string().nullable() })

interface Hold {
  userId: string
  isHeld: boolean
  admin: Caller
}

/** Holds or releases the points of a listener, and records the admin. Does nothing if it is done already. */
export const setHold = (db: Db, { userId, isHeld, admin }: Hold) =>
  inTransaction(db, async (tx) => {
    const listener = orNotFound((await lockListeners(tx, [userId])).get(userId), 'user')
    if (listener.isHeld !== isHeld) {
      await tx.run(sql`
        update listener set held_at = case when ${isHeld}::boolean then wall_clock() end where user_id = ${userId}
      `)
      await tx.run(sql`
        insert into points_hold (user_id, is_held, admin_id) values (${userId}, ${isHeld}, ${admin.id})
      `)
      await recordAudit(tx, admin, {
        action: isHeld ? 'points.held' : 'points.released',
        // This service does not store names. The gateway adds the name to the list.
        subject: { kind: 'person', id: userId, name: '' },
      })
    }
    return tx.one(Held, sql`select user_id as "userId", held_at as "heldAt" from listener where user_id = ${userId}`)
  })
