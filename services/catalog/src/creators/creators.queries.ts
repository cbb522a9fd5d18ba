import { Creator, type CreatorEdit, type ListCreators, type NewCreator } from '@griot/contracts/catalog/creators'
import type { QueryOf } from '@griot/contracts/endpoint'
import { Id } from '@griot/contracts/values'
import { brokenConstraint } from '@griot/service-kit/db/database-errors'
import { emptySql, type Queryable, sql } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'
import { addressSet, givenPicture, pictureUrl } from '../pictures/pictures.queries.ts'
import { isHiddenHost } from '../publishing/hidden.queries.ts'

const shown = sql`
  id, user_id as "userId", name, bio, profile_image as "givenImage", picture_failure as "pictureFailure",
  json_build_object('twitter', twitter, 'instagram', instagram, 'website', website) as "socialLinks",
  created_at as "createdAt", portrait_id as "portraitId"
`
const CreatorRow = Creator.omit({ profileImage: true, givenPicture: true })
  .extend({ portraitId: Id.nullable(), givenImage: z.string().nullable(), pictureFailure: z.string().nullable() })
  .transform(({ portraitId, givenImage, pictureFailure, ...creator }) => ({
    ...creator,
    profileImage: pictureUrl('portrait', creator.id, portraitId),
    ...givenPicture(portraitId, givenImage, pictureFailure),
  }))

/** Throws 409 if the user already has a profile. */
export const insertCreator = async (db: Queryable, userId: string, creator: z.output<typeof NewCreator>) => {
  const { name, bio, profileImage, socialLinks } = creator
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

/** Updates the given fields; undefined if the user has no such profile. */
export const updateCreator = (db: Queryable, id: string, userId: string, edit: z.output<typeof CreatorEdit>) => {
  const { name = sql`name`, bio = sql`bio`, profileImage = sql`profile_image`, socialLinks } = edit
  const { twitter = sql`twitter`, instagram = sql`instagram`, website = sql`website` } = socialLinks ?? {}
  return db.maybeOne(
    CreatorRow,
    sql`
      update creator_profile
      set name = ${name}, bio = ${bio}, profile_image = ${profileImage},
        ${edit.profileImage === undefined ? emptySql : addressSet}
        twitter = ${twitter}, instagram = ${instagram}, website = ${website}
      where id = ${id} and user_id = ${userId}
      returning ${shown}
    `,
  )
}

export const findCreatorOf = (db: Queryable, id: string, userId: string) =>
  db.maybeOne(CreatorRow, sql`select ${shown} from creator_profile where id = ${id} and user_id = ${userId}`)

export const deleteCreatorRow = (db: Queryable, id: string, userId: string) =>
  db.run(sql`delete from creator_profile where id = ${id} and user_id = ${userId}`)

/** Creators whose shows are not hidden by a block, newest first. */
export const listCreators = (db: Queryable, { userId, ...page }: QueryOf<typeof ListCreators>) =>
  listPage(
    db,
    {
      row: CreatorRow,
      columns: shown,
      from: sql`creator_profile`,
      filter: [sql`not ${isHiddenHost(sql`user_id`)}`, userId && sql`user_id = ${userId}`],
      sortedBy: [sql`created_at`],
      id: sql`id`,
      position: TimePosition,
    },
    page,
  )
