import { Creator, type CreatorEdit } from '@griot/contracts/catalog/creators'
import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor, type Page, toPage } from '@griot/service-kit/cursor'
import { brokenConstraint } from '@griot/service-kit/database-errors'
import { joinSql, type Queryable, sql } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import { z } from 'zod'
import { portrayed } from './portrayed.ts'

const shown = sql`
  id, user_id as "userId", name, bio, profile_image as "profileImage",
  json_build_object('twitter', twitter, 'instagram', instagram, 'website', website) as "socialLinks",
  created_at as "createdAt", portrait_id as "portraitId"
`
const CreatorRow = Creator.extend({ portraitId: Id.nullable() }).transform(({ portraitId, ...creator }) => ({
  ...creator,
  profileImage: portrayed(creator.id, portraitId) ?? creator.profileImage,
}))

export type NewCreatorRow = Omit<Creator, 'id' | 'createdAt'>

/** A person's one profile. */
export const insertCreator = async (db: Queryable, creator: NewCreatorRow) => {
  const { userId, name, bio, profileImage, socialLinks } = creator
  try {
    return await db.one(
      CreatorRow,
      sql`
        insert into creator_profile (user_id, name, bio, profile_image, twitter, instagram, website)
        values (
          ${userId}, ${name}, ${bio}, ${profileImage},
          ${socialLinks.twitter}, ${socialLinks.instagram}, ${socialLinks.website}
        )
        returning ${shown}
      `,
    )
  } catch (error) {
    if (brokenConstraint(error) !== 'creator_profile_one_a_person') throw error
    throw conflict('creator.exists', 'You already have a creator profile.')
  }
}

/** Writes what is given; nothing when that person has no such profile. */
export const changeCreator = (db: Queryable, id: string, userId: string, edit: z.output<typeof CreatorEdit>) => {
  const { name = null, bio = null, profileImage, socialLinks } = edit
  return db.maybeOne(
    CreatorRow,
    sql`
      update creator_profile set
        name = coalesce(${name}, name),
        bio = coalesce(${bio}, bio),
        profile_image = case when ${profileImage === undefined} then profile_image else ${profileImage ?? null} end,
        twitter = case when ${socialLinks === undefined} then twitter else ${socialLinks?.twitter ?? null} end,
        instagram = case when ${socialLinks === undefined} then instagram else ${socialLinks?.instagram ?? null} end,
        website = case when ${socialLinks === undefined} then website else ${socialLinks?.website ?? null} end
      where id = ${id} and user_id = ${userId}
      returning ${shown}
    `,
  )
}

export const findCreatorOf = (db: Queryable, id: string, userId: string) =>
  db.maybeOne(CreatorRow, sql`select ${shown} from creator_profile where id = ${id} and user_id = ${userId}`)

export const deleteCreatorRow = (db: Queryable, id: string, userId: string) =>
  db.run(sql`delete from creator_profile where id = ${id} and user_id = ${userId}`)

const ByTime = defineCursor(z.tuple([Timestamp, Id]))

/** Creators, newest first. */
export const listCreators = async (
  db: Queryable,
  { userId, cursor, limit }: { userId?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<Creator>> => {
  const after = ByTime.read(cursor)
  const wanted = joinSql(
    [
      sql`true`,
      ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
      ...(after === undefined ? [] : [sql`(created_at, id) < (${after[0]}, ${after[1]})`]),
    ],
    ' and ',
  )
  const rows = await db.many(
    CreatorRow,
    sql`select ${shown} from creator_profile where ${wanted} order by created_at desc, id desc limit ${limit + 1}`,
  )
  return toPage(rows, limit, (last) => ByTime.write([last.createdAt, last.id]))
}
