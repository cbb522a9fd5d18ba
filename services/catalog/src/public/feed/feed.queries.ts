import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isFeedItem } from '../is-public.ts'

const Show = z.object({ id: Id, title: z.string(), description: z.string() })

export const readShow = (db: Queryable, id: string) =>
  db.one(Show, sql`select p.id, p.title, p.description from podcast p where p.id = ${id}`)

const Item = z.object({ id: Id, title: z.string(), releaseDate: Timestamp, bytes: z.number().int() })

/** The items of a feed, newest first. */
export const readItems = (db: Queryable, podcastId: string) =>
  db.many(
    Item,
    sql`
      select e.id, e.title, e.release_date as "releaseDate", e.mp3_bytes as bytes
      from episode e where e.podcast_id = ${podcastId} and ${isFeedItem}
      order by e.release_date desc, e.id desc
    `,
  )
