import { GrantOpenAudio } from '@griot/service-kit/account/admin-calls'
import { type Db, sql } from '@griot/service-kit/db/db'
import { shortHash } from '@griot/service-kit/files/short-hash'
import { AppError, notFound } from '@griot/service-kit/http/errors'
import { onStream, type Route } from '@griot/service-kit/http/route'
import { GRANT_HEADER, type Grant, type SignGrant } from '@griot/service-kit/identity/grant'
import { z } from 'zod'

const OpenAudio = z.object({
  isPublished: z.boolean(),
  isRemoved: z.boolean(),
  key: z.string().nullable(),
  size: z.number().nullable(),
  lastModified: z.string().nullable(),
})

/** A grant for the MP3 of a published episode. Throws 410 if it was published and is deleted, 404 for any other. */
const grantOpenAudio = async (db: Db, episodeId: string): Promise<Grant> => {
  const audio = await db.maybeOne(
    OpenAudio,
    sql`
      select coalesce(v.is_published, true) as "isPublished", coalesce(v.is_removed, false) as "isRemoved",
        mp3.object_key as key, mp3.size_bytes as size, mp3.served_since as "lastModified"
      from (select ${episodeId}::uuid as id) episode
      left join episode_mp3 mp3 on mp3.episode_id = episode.id
      left join episode_visibility v on v.episode_id = episode.id
    `,
  )
  if (audio?.isRemoved) throw new AppError(410, 'episode.removed', 'This episode was deleted.')
  if (audio === undefined || !audio.isPublished || audio.key === null || audio.size === null) throw notFound('episode')
  const { key, size, lastModified } = audio
  return {
    key,
    size,
    type: 'audio/mpeg',
    // An object never changes, so its key identifies its bytes. Hashed, because keys are internal.
    etag: `"${shortHash(key)}"`,
    name: `${episodeId}.mp3`,
    isPublished: true,
    ...(lastModified !== null && { lastModified }),
  }
}

export const openAudioRoutes = ({ db, signGrant }: { db: Db; signGrant: SignGrant }): Route[] => [
  onStream(GrantOpenAudio, async (context) => {
    const params = GrantOpenAudio.params.safeParse(context.params)
    if (!params.success) throw notFound('episode')
    context.set(GRANT_HEADER, await signGrant(await grantOpenAudio(db, params.data.id)))
    context.set('cache-control', 'no-store')
    context.status = 204
  }),
]
