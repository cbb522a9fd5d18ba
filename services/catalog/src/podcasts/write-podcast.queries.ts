import { randomUUID } from 'node:crypto'
import type { NewPodcast, PodcastEdit } from '@griot/contracts/catalog/podcasts'
import { emptySql, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { addressSet } from '../pictures/pictures.queries.ts'
import { changeFeeds } from '../publishing/feed-changes.ts'
import { Visibility, visibilityColumns } from '../publishing/publishing.queries.ts'
import { searchText } from '../search-text.ts'
import { assignDetails, newFeedGuid, type Place } from './show-details.ts'

type NewRow = z.output<typeof NewPodcast> & { hostId: string; place: Place }

/** Returns the id. */
export const insertPodcast = async (tx: Tx, podcast: NewRow) => {
  const { hostId, title, description, hostName, category, kind, coverImage, place } = podcast
  const id = randomUUID()
  await tx.run(sql`
    insert into podcast (
      id, host_id, title, description, host_name, category, kind, cover_image, search_text, feed_guid, feed_changed_at
    )
    values (
      ${id}, ${hostId}, ${title}, ${description}, ${hostName}, ${category}, ${kind}, ${coverImage},
      ${searchText(title, hostName, description)}, ${newFeedGuid(place, id)}, clock_timestamp()
    )
  `)
  await tx.run(sql`update podcast set ${assignDetails(podcast)} search_text = search_text where id = ${id}`)
  await tx.run(sql`
    insert into podcast_popularity (podcast_id, created_at) select id, created_at from podcast where id = ${id}
  `)
  return id
}

const Before = z.object({
  title: z.string(),
  description: z.string(),
  hostName: z.string(),
  appleCategory: z.string().nullable(),
  appleSubcategory: z.string().nullable(),
  license: z.string().nullable(),
  licenseUrl: z.string().nullable(),
})

/** Locks a podcast until the transaction ends. */
export const lockPodcast = (tx: Tx, id: string) =>
  tx.maybeOne(
    Before,
    sql`
      select title, description, host_name as "hostName", apple_category as "appleCategory",
        apple_subcategory as "appleSubcategory", license, license_url as "licenseUrl"
      from podcast where id = ${id} for update
    `,
  )

/** Updates the given fields of a locked podcast. */
export const updatePodcastRow = (
  tx: Tx,
  id: string,
  before: z.infer<typeof Before>,
  edit: z.output<typeof PodcastEdit>,
) => {
  const { title = before.title, description = before.description, hostName = before.hostName } = edit
  const { category = sql`category`, kind = sql`kind`, coverImage = sql`cover_image` } = edit
  return changeFeeds(tx, { podcastIds: [id] }, () =>
    tx.run(sql`
      update podcast set
        title = ${title}, description = ${description}, host_name = ${hostName},
        category = ${category}, kind = ${kind}, cover_image = ${coverImage},
        ${edit.coverImage === undefined ? emptySql : addressSet} ${assignDetails(edit)}
        title_version = title_version + (title <> ${title})::integer,
        search_text = ${searchText(title, hostName, description)}
      where id = ${id}
    `),
  )
}

export const deleteEpisodesOf = (tx: Tx, podcastId: string) =>
  tx.many(Visibility, sql`delete from episode e where e.podcast_id = ${podcastId} returning ${visibilityColumns}`)

/** Records the addresses of a podcast and of its published episodes, which are about to be deleted. */
export const recordRemovedShow = (tx: Tx, podcastId: string) =>
  tx.run(sql`
    with published as (select id from episode where podcast_id = ${podcastId} and first_published_at is not null)
    insert into removed_address (id)
    select id from published union all select ${podcastId}::uuid where exists (select from published)
    on conflict do nothing
  `)

export const deletePodcastRow = (tx: Tx, id: string) => tx.run(sql`delete from podcast where id = ${id}`)
