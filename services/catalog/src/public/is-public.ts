import { Id } from '@griot/contracts/values'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { AppError, notFound, orNotFound } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import { isListed, isPlayable, isPublished } from '../publishing/publishing.queries.ts'

/** Podcast `p` has public pages and a feed: an episode is public, and neither an admin nor the block of its host hides it. */
export const isPublicPodcast = isListed(sql`p.id`)

/** Episode `e` has a public page. */
export const isPublicEpisode = sql`(${isPublished} and ${isPlayable})`

/** Episode `e` is an item of the feed: its MP3 is ready. */
export const isFeedItem = sql`(${isPublicEpisode} and e.mp3_bytes is not null)`

const CONDITIONS = {
  podcast: sql`select from podcast p where p.id = subject.id and ${isPublicPodcast}`,
  episode: sql`select from episode e where e.id = subject.id and ${isPublicEpisode}`,
}

const State = z.object({ isPublic: z.boolean(), isRemoved: z.boolean() })

/** Whether everyone may see a podcast or an episode, and whether it was public and is deleted. */
const stateOf = (db: Queryable, noun: keyof typeof CONDITIONS, id: string) =>
  db.one(
    State,
    sql`
      select exists (${CONDITIONS[noun]}) as "isPublic",
        exists (select from removed_address r where r.id = subject.id) as "isRemoved"
      from (select ${id}::uuid as id) subject
    `,
  )

/** 410: apps remove the subscription, and directories their entry. */
const removed = (noun: keyof typeof CONDITIONS) => new AppError(410, `${noun}.removed`, `This ${noun} was deleted.`)

/** The id from a public address. Throws 404 if it is malformed, or if the podcast or episode is not public; 410 if it is deleted. */
export const requirePublic = async (db: Queryable, noun: keyof typeof CONDITIONS, given: unknown) => {
  const id = orNotFound(Id.safeParse(given).data, noun)
  const { isPublic, isRemoved } = await stateOf(db, noun, id)
  if (isRemoved) throw removed(noun)
  if (!isPublic) throw notFound(noun)
  return id
}
