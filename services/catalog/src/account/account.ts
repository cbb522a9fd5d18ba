import { type AccountPartOf, exportRows } from '@griot/service-kit/account/account-part'
import { inTransaction, type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { Catalog } from '../catalog.ts'
import { deleteCreator } from '../creators/delete-creator.ts'
import { episodeGuid, episodeNumber } from '../episodes/episodes.queries.ts'
import { pictureUrl } from '../pictures/pictures.queries.ts'
import { deletePrivateFeedsOf } from '../private-feeds/private-feeds.queries.ts'
import { endMembership, handOverOrDelete } from './hand-over.ts'

const Row = z.object({ id: z.string() })
const Picture = z.object({ kind: z.enum(['cover', 'portrait']), of: z.string(), picture: z.string() })

/** The user's uploaded pictures with the addresses of their largest size. */
const picturesOf = async (db: Queryable, userId: string) => {
  const pictures = await db.many(
    Picture,
    sql`
      (
        select 'cover' as kind, id as of, cover_id as picture from podcast
        where host_id = ${userId} and cover_id is not null order by created_at
      )
      union all
      select 'portrait', id, portrait_id from creator_profile where user_id = ${userId} and portrait_id is not null
    `,
  )
  return pictures.map(({ kind, of, picture }) => ({ kind, of, address: pictureUrl(kind, of, picture, '1400') ?? '' }))
}

export const accountPart = ({ db }: Pick<Catalog, 'db'>): AccountPartOf => ({
  read: async (userId) => ({
    pictures: await picturesOf(db, userId),
    ...(await exportRows(db, {
      creatorProfile: sql`select name, bio, profile_image, twitter, instagram, website, created_at
        from creator_profile where user_id = ${userId}`,
      podcasts: sql`select id, title, description, host_name, category, kind, cover_image, rating, frequency, created_at,
        description_html, language, explicit, author, website, copyright, license, license_url, is_complete, locked,
        apple_category, apple_subcategory, funding, people, txt, feed_guid, new_feed_url, imported_from
        from podcast where host_id = ${userId} order by created_at`,
      episodes: sql`select e.id, e.podcast_id, e.title, e.description, ${episodeNumber} as episode_number, e.status,
        e.publish_at, e.release_date, coalesce(e.measured_seconds, e.typed_seconds) as duration_seconds, e.audio_file_id,
        e.notes_html, e.season, e.kind, ${episodeGuid} as guid, e.explicit, e.people, e.chapters
        from episode e where e.host_id = ${userId} order by e.release_date`,
      reports: sql`select subject_kind, subject_id, reason, text, state, created_at, decision, decision_text, decided_at
        from report where reporter_id = ${userId} order by created_at`,
      notices: sql`select title, text, link, created_at, read_at from notice where user_id = ${userId} order by created_at`,
      showsHiddenByBlock: sql`select is_hidden from host_visibility where host_id = ${userId}`,
      memberships: sql`select podcast_id, role, name, email, created_at from podcast_member
        where user_id = ${userId} order by created_at`,
      invitations: sql`select podcast_id, role, email, inviter_name, created_at, expires_at, used_at, revoked_at, mail
        from podcast_invitation where inviter_id = ${userId} order by created_at`,
      privateLinks: sql`select episode_id, created_at, expires_at, revoked_at from episode_preview
        where creator_id = ${userId} order by created_at`,
      privateFeeds: sql`select podcast_id, name, created_at from private_feed where user_id = ${userId} order by created_at`,
      listenedTo: sql`select podcast_id, last_listened_at from podcast_listener where user_id = ${userId}`,
    })),
  }),
  async remove(userId) {
    // First, so that no other deletion hands a show over to this user afterwards.
    const memberships = await db.many(Row, sql`select podcast_id as id from podcast_member where user_id = ${userId}`)
    for (const { id } of memberships) await inTransaction(db, (tx) => endMembership(tx, id, userId))
    const podcasts = await db.many(Row, sql`select id from podcast where host_id = ${userId}`)
    for (const { id } of podcasts) await inTransaction(db, (tx) => handOverOrDelete(tx, id, userId))
    const profiles = await db.many(Row, sql`select id from creator_profile where user_id = ${userId}`)
    for (const { id } of profiles) await deleteCreator(db, id, userId, true)
    await db.run(sql`delete from report where reporter_id = ${userId}`)
    await db.run(sql`update report set assignee_id = null, assignee_name = null where assignee_id = ${userId}`)
    await db.run(sql`delete from notice where user_id = ${userId}`)
    await db.run(sql`delete from host_visibility where host_id = ${userId}`)
    await db.run(sql`delete from podcast_invitation where inviter_id = ${userId} or used_by = ${userId}`)
    await db.run(sql`delete from episode_preview where creator_id = ${userId}`)
    await deletePrivateFeedsOf(db, userId)
    // Listener counts stay correct.
    await db.run(sql`update podcast_listener set user_id = gen_random_uuid() where user_id = ${userId}`)
  },
})
