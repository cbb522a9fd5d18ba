import { Id } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'

const Row = z.object({ id: Id })

// The table is named after the first kind there was.
const KINDS = {
  cover: { of: sql`podcast_id`, owner: sql`podcast`, shown: sql`cover_id` },
  portrait: { of: sql`creator_id`, owner: sql`creator_profile`, shown: sql`portrait_id` },
}
/** The picture of a podcast, or of a creator. */
export type PictureKind = keyof typeof KINDS

/** A picture that is about to be written, for the podcast or the profile with this id. */
export const insertPicture = async (db: Queryable, kind: PictureKind, ownerId: string) =>
  (await db.one(Row, sql`insert into cover (${KINDS[kind].of}) values (${ownerId}) returning id`)).id

/** Makes this the picture that is shown, in place of the one before; null takes it away. */
export const showPicture = async (tx: Tx, kind: PictureKind, ownerId: string, pictureId: string | null) => {
  const { owner, shown } = KINDS[kind]
  await tx.run(sql`
    update cover set unused_since = clock_timestamp()
    where id = (select ${shown} from ${owner} where id = ${ownerId} for update)
  `)
  const isShown = await tx.run(sql`update ${owner} set ${shown} = ${pictureId} where id = ${ownerId}`)
  // Whose podcast or profile is gone meanwhile leaves a picture that nothing shows.
  if (pictureId !== null && isShown > 0) await tx.run(sql`update cover set unused_since = null where id = ${pictureId}`)
}

/** Whether this is what the podcast or the profile shows, or did until a moment ago. */
export const isPictureOf = async (db: Queryable, kind: PictureKind, ownerId: string, pictureId: string) =>
  (await db.maybeOne(Row, sql`select id from cover where id = ${pictureId} and ${KINDS[kind].of} = ${ownerId}`)) !==
  undefined

const MOST_AT_ONCE = 50

/** Pictures that nothing shows, and that no open page may still ask for. */
export const unusedPictures = (db: Queryable, minutes: number) =>
  db.many(
    Row,
    sql`
      select id from cover where unused_since < clock_timestamp() - make_interval(mins => ${minutes})
      order by unused_since limit ${MOST_AT_ONCE}
    `,
  )

export const forgetPicture = (db: Queryable, id: string) =>
  db.run(sql`delete from cover where id = ${id} and unused_since is not null`)
