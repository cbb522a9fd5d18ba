import type { PodcastEdit } from '@griot/contracts/catalog/podcasts'
import { sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import { Shown, whatIsShown } from '../episodes/publishing.queries.ts'
import { searchText } from '../search-text.ts'

const Texts = z.object({ title: z.string(), description: z.string(), hostName: z.string() })

/** A podcast of this host, which nobody else changes until the transaction ends. */
export const lockPodcast = (tx: Tx, id: string, hostId: string) =>
  tx.maybeOne(
    Texts,
    sql`
      select title, description, host_name as "hostName" from podcast
      where id = ${id} and host_id = ${hostId} for update
    `,
  )

/** Writes what is given of a locked podcast. */
export const changePodcast = (
  tx: Tx,
  id: string,
  before: z.infer<typeof Texts>,
  edit: z.output<typeof PodcastEdit>,
) => {
  const { title, description, hostName } = { ...before, ...withoutGaps(edit) }
  return tx.run(sql`
    update podcast set
      title = ${title}, description = ${description}, host_name = ${hostName},
      category = coalesce(${edit.category ?? null}, category),
      cover_image = case when ${edit.coverImage === undefined} then cover_image else ${edit.coverImage ?? null} end,
      title_version = title_version + (title <> ${title})::integer,
      search_text = ${searchText(title, hostName, description)}
    where id = ${id}
  `)
}

/** Without the fields that were left out. */
const withoutGaps = <Edit extends object>(edit: Edit) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Edit]: NonNullable<Edit[Name]>
  }

export const deleteEpisodesOf = (tx: Tx, podcastId: string) =>
  tx.many(Shown, sql`delete from episode e where e.podcast_id = ${podcastId} returning ${whatIsShown}`)

export const deletePodcastRow = (tx: Tx, id: string) => tx.run(sql`delete from podcast where id = ${id}`)

const Count = z.object({ count: z.number() })

export const countEpisodes = async (tx: Tx, podcastId: string) =>
  (await tx.one(Count, sql`select count(*) as count from episode where podcast_id = ${podcastId}`)).count

export const countPodcasts = async (tx: Tx, hostId: string) =>
  (await tx.one(Count, sql`select count(*) as count from podcast where host_id = ${hostId}`)).count
