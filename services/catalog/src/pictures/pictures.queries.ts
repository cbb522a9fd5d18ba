import { type COVER_SIZES, GetUploadedCover } from '@griot/contracts/catalog/covers'
import { GetUploadedPortrait } from '@griot/contracts/catalog/portraits'
import { pathFor } from '@griot/contracts/endpoint'
import { Id } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { changeFeeds } from '../publishing/feed-changes.ts'
import { isHiddenHost, isHiddenPodcast } from '../publishing/hidden.queries.ts'

const Row = z.object({ id: Id })

// The table `cover` contains both kinds.
export const KINDS = {
  cover: {
    of: sql`podcast_id`,
    owner: sql`podcast`,
    shown: sql`cover_id`,
    given: sql`cover_image`,
    defaultSize: '480',
  },
  // Three times the usual display size, for high-density screens.
  portrait: {
    of: sql`creator_id`,
    owner: sql`creator_profile`,
    shown: sql`portrait_id`,
    given: sql`profile_image`,
    defaultSize: '160',
  },
} as const
export type PictureKind = keyof typeof KINDS
export const PICTURE_KINDS = Object.keys(KINDS) as PictureKind[]

/**
 * Inserts the row of a picture before its bytes are stored. `ownerId` is a podcast or a profile; `side` is that of the
 * uploaded square, in pixels.
 */
export const insertPicture = async (db: Queryable, kind: PictureKind, ownerId: string, side: number) => {
  const insert = sql`insert into cover (${KINDS[kind].of}, side_pixels) values (${ownerId}, ${side}) returning id`
  return (await db.one(Row, insert)).id
}

/** Replaces the current picture; null removes it. */
export const setPicture = (tx: Tx, kind: PictureKind, ownerId: string, pictureId: string | null) => {
  const replace = () => replacePicture(tx, kind, ownerId, pictureId)
  return kind === 'cover' ? changeFeeds(tx, { podcastIds: [ownerId] }, replace) : replace()
}

const replacePicture = async (tx: Tx, kind: PictureKind, ownerId: string, pictureId: string | null) => {
  const { owner, shown } = KINDS[kind]
  await tx.run(sql`
    update cover set unused_since = clock_timestamp()
    where id = (select ${shown} from ${owner} where id = ${ownerId} for update)
  `)
  const isShown = await tx.run(sql`update ${owner} set ${shown} = ${pictureId} where id = ${ownerId}`)
  // If the owner was deleted in parallel, the picture stays unused and is removed later.
  if (pictureId !== null && isShown > 0) await tx.run(sql`update cover set unused_since = null where id = ${pictureId}`)
}

/** The stored JPEGs of the drawn covers of a podcast that is deleted become unused. */
export const releaseDrawnCovers = (tx: Tx, podcastId: string) =>
  tx.run(sql`
    update cover set unused_since = clock_timestamp()
    where podcast_id = ${podcastId} and drawn_version is not null and unused_since is null
  `)

const Found = z.object({ isHidden: z.boolean() })

/** Undefined unless the picture is the current one of its owner, or was until recently. */
export const findPicture = (db: Queryable, kind: PictureKind, ownerId: string, pictureId: string) =>
  db.maybeOne(
    Found,
    kind === 'cover'
      ? sql`
          select ${isHiddenPodcast} as "isHidden" from cover c join podcast p on p.id = c.podcast_id
          where c.id = ${pictureId} and c.podcast_id = ${ownerId}
        `
      : sql`
          select ${isHiddenHost(sql`p.user_id`)} as "isHidden" from cover c join creator_profile p on p.id = c.creator_id
          where c.id = ${pictureId} and c.creator_id = ${ownerId}
        `,
  )

const BATCH_SIZE = 50

/** Pictures that have been unused for this many minutes. */
export const unusedPictures = (db: Queryable, minutes: number) =>
  db.many(
    Row,
    sql`
      select id from cover where unused_since < clock_timestamp() - make_interval(mins => ${minutes})
      order by unused_since limit ${BATCH_SIZE}
    `,
  )

export const deletePictureRow = (db: Queryable, id: string) =>
  db.run(sql`delete from cover where id = ${id} and unused_since is not null`)

/** The address of an uploaded picture; null if there is none. Clients derive the addresses of the other sizes. */
export const pictureUrl = (
  kind: PictureKind,
  ownerId: string | null,
  pictureId: string | null,
  size: (typeof COVER_SIZES)[number] = KINDS[kind].defaultSize,
) => {
  if (ownerId === null || pictureId === null) return null
  return kind === 'cover'
    ? pathFor(GetUploadedCover, { params: { id: ownerId, coverId: pictureId, size } })
    : pathFor(GetUploadedPortrait, { params: { id: ownerId, portraitId: pictureId, size } })
}

/** Assignments with a new address: its picture is due at once. */
export const addressSet = sql`picture_due_at = clock_timestamp(), picture_attempts = 0, picture_failure = null,`

/** The field of a response that names an address whose picture is not shown. */
export const givenPicture = (pictureId: string | null, address: string | null, failure: string | null) =>
  pictureId === null && address !== null ? { givenPicture: { address, failure } } : {}
