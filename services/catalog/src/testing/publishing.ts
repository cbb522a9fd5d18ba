import { CreateEpisode, type Episode, GetEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { EPISODE, startCatalog, startEvents, type TestCatalog } from './harness.ts'
import { createMediaPeer } from './media-peer.ts'

export let catalog: TestCatalog
export let events: ReturnType<typeof startEvents>
export const media = createMediaPeer(() => catalog.url)

/** Starts a catalog with a media peer and event delivery for the tests of one file. */
export const withPublishing = () => {
  beforeAll(async () => {
    catalog = await startCatalog({ media: media.peer })
    events = startEvents(catalog)
  })
  afterAll(async () => {
    await events.close()
    await catalog.close()
  })
  beforeEach(() => media.reset())
}

export const host = person()
export const stranger = person()
export const admin = person({ roles: ['admin'] })
export const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString()

type NewEpisode = Parameters<typeof create>[1]
export const create = async (
  podcastId: string,
  about: Partial<typeof EPISODE> & { status?: Episode['status']; publishAt?: string; audioFileId?: string },
  who: Person = host,
) => catalog.as(who).call(CreateEpisode, { body: { ...EPISODE, podcastId, ...about } })

export const given = async (about: NewEpisode = {}) => {
  const podcast = await catalog.podcast(host)
  const episode = await create(podcast.id, about)
  return { podcast, episode }
}
export const show = (who: Person | null, id: string) => catalog.as(who).call(GetEpisode, { params: { id } })
export const update = (id: string, body: z.input<(typeof UpdateEpisode)['body']>, who: Person = host) =>
  catalog.as(who).call(UpdateEpisode, { params: { id }, body })
export const status = async (id: string) => (await show(host, id)).status

/** Sets the publication time to the past. */
export const makeDue = (id: string) =>
  catalog.db.run(sql`update episode set publish_at = clock_timestamp() - interval '1 second' where id = ${id}`)

/** The visibility events of an episode, in order. */
export const visibilityEventsOf = (id: string) =>
  catalog.db.many(
    z.object({ version: z.number(), isPublished: z.boolean(), isDeleted: z.boolean() }),
    sql`
      select (data ->> 'version')::int as version, (data ->> 'isPublished')::boolean as "isPublished",
        (data ->> 'isDeleted')::boolean as "isDeleted"
      from outbox where queue = 'events-media' and data ->> 'episodeId' = ${id} order by created_at, 1
    `,
  )
