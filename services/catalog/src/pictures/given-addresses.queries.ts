import { Id } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { KINDS, type PictureKind } from './pictures.queries.ts'

const GivenAddress = z.object({ ownerId: Id, address: z.string(), attempts: z.number() })
export type GivenAddress = z.infer<typeof GivenAddress> & { kind: PictureKind }

const BATCH_SIZE = 5
// Longer than a fetch and the encoding; another instance repeats the attempt if this one is killed.
const LEASE_MINUTES = 5

/** Takes addresses whose picture is due, so that no other instance takes them, and counts the attempt. */
export const takeDueAddresses = async (db: Queryable, kind: PictureKind): Promise<GivenAddress[]> => {
  const { owner, shown, given } = KINDS[kind]
  const rows = await db.many(
    GivenAddress,
    sql`
      update ${owner} set
        picture_attempts = picture_attempts + 1,
        picture_due_at = clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})
      where id in (
        select id from ${owner}
        where ${given} is not null and ${shown} is null and picture_due_at <= clock_timestamp()
        order by picture_due_at limit ${BATCH_SIZE} for update skip locked
      )
      returning id as "ownerId", ${given} as address, picture_attempts as attempts
    `,
  )
  return rows.map((row) => ({ ...row, kind }))
}

/** Removes the address, which its picture replaces. False if it has changed, or if a picture was uploaded. */
export const lockGivenAddress = async (tx: Tx, { kind, ownerId, address }: GivenAddress) => {
  const { owner, shown, given } = KINDS[kind]
  const changed = await tx.run(sql`
    update ${owner} set ${given} = null, picture_failure = null
    where id = ${ownerId} and ${given} = ${address} and ${shown} is null
  `)
  return changed === 1
}

/** Stores the reason for the owner. Without `retryMinutes` there is no further attempt. */
export const recordFailure = (
  db: Queryable,
  { kind, ownerId, address }: GivenAddress,
  { failure, retryMinutes }: { failure: string; retryMinutes: number | null },
) => {
  const { owner, given } = KINDS[kind]
  return db.run(sql`
    update ${owner} set
      picture_failure = ${failure},
      picture_due_at = clock_timestamp() + make_interval(mins => ${retryMinutes}::integer)
    where id = ${ownerId} and ${given} = ${address}
  `)
}
