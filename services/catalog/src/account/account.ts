import { GetUploadedCover } from '@griot/contracts/catalog/covers'
import { GetUploadedPortrait } from '@griot/contracts/catalog/portraits'
import { pathFor } from '@griot/contracts/endpoint'
import { type AccountPartOf, exportRows, type PictureOfAccount } from '@griot/service-kit/account-part'
import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import type { Catalog } from '../catalog.ts'
import { deleteCreator } from '../creators/delete-creator.ts'
import { deletePodcast } from '../podcasts/change-podcast.ts'

const Row = z.object({ id: z.string() })
const Picture = z.object({ id: z.string(), picture: z.string() })

const podcastsOf = (db: Queryable, userId: string) =>
  db.many(Row, sql`select id from podcast where host_id = ${userId}`)
const profilesOf = (db: Queryable, userId: string) =>
  db.many(Row, sql`select id from creator_profile where user_id = ${userId}`)

const LARGEST = '1400'

/** The pictures they have uploaded, each with where its bytes are. */
const picturesOf = async (db: Queryable, userId: string): Promise<z.output<typeof PictureOfAccount>[]> => {
  const covers = await db.many(
    Picture,
    sql`select id, cover_id as picture from podcast where host_id = ${userId} and cover_id is not null order by created_at`,
  )
  const portraits = await db.many(
    Picture,
    sql`select id, portrait_id as picture from creator_profile where user_id = ${userId} and portrait_id is not null`,
  )
  return [
    ...covers.map(({ id, picture }) => ({
      kind: 'cover' as const,
      of: id,
      address: pathFor(GetUploadedCover, { params: { id, coverId: picture, size: LARGEST } }),
    })),
    ...portraits.map(({ id, picture }) => ({
      kind: 'portrait' as const,
      of: id,
      address: pathFor(GetUploadedPortrait, { params: { id, portraitId: picture, size: LARGEST } }),
    })),
  ]
}

/** They have listened, and stay counted, as nobody. */
const forgetListener = (db: Queryable, userId: string) =>
  db.run(sql`update podcast_listener set user_id = gen_random_uuid() where user_id = ${userId}`)

/** What catalog keeps about a person: what they publish, and what they have listened to. */
export const accountPart = ({ db, hot, outbox }: Pick<Catalog, 'db' | 'hot' | 'outbox'>): AccountPartOf => ({
  read: async (userId) => ({
    pictures: await picturesOf(db, userId),
    ...(await exportRows(db, {
      creatorProfile: sql`select name, bio, profile_image, twitter, instagram, website, created_at
        from creator_profile where user_id = ${userId}`,
      podcasts: sql`select id, title, description, host_name, category, cover_image, rating, frequency, created_at
        from podcast where host_id = ${userId} order by created_at`,
      episodes: sql`select id, podcast_id, title, description, episode_number, status, publish_at, release_date,
        coalesce(measured_seconds, typed_seconds) as duration_seconds, audio_file_id
        from episode where host_id = ${userId} order by release_date`,
      listenedTo: sql`select podcast_id, last_listened_at from podcast_listener where user_id = ${userId}`,
    })),
  }),
  async remove(userId) {
    for (const { id } of await podcastsOf(db, userId)) await deletePodcast(db, id, userId, true)
    for (const { id } of await profilesOf(db, userId)) await deleteCreator(db, id, userId, true)
    await forgetListener(db, userId)
    hot.drop()
    outbox.kick()
  },
})
