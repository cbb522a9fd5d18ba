import { ReadFutureHosts } from '@griot/service-kit/catalog/future-hosts'
import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { type CallServiceOptions, callService } from '@griot/service-kit/http/call-service'
import { unavailable } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import { findFile, lockFile } from '../files/media-file.ts'

const Use = z.object({ mediaFileId: z.string(), episodeId: z.string() })
type Host = z.output<typeof ReadFutureHosts.response.element>

const MOST_IDS = 100

/** Gives files of the user that episodes of remaining shows play to the hosts of these shows. */
export const handOverFiles = async (db: Db, catalog: CallServiceOptions, userId: string) => {
  const uses = await db.many(
    Use,
    sql`
      select link.media_file_id as "mediaFileId", link.episode_id as "episodeId"
      from episode_media link join media_file m on m.id = link.media_file_id
      where m.owner_id = ${userId} and m.deleted_at is null order by link.linked_at
    `,
  )
  for (let at = 0; at < uses.length; at += MOST_IDS) {
    const some = uses.slice(at, at + MOST_IDS)
    const ids = some.map(({ episodeId }) => episodeId).join(',')
    const hosts = await callService(catalog, ReadFutureHosts, { query: { ids } })
    // A catalog of the previous release. Without its answer the files could be deleted by mistake.
    if (hosts === undefined) throw unavailable('service')
    const byEpisode = new Map(hosts.map((host) => [host.episodeId, host]))
    for (const { mediaFileId, episodeId } of some) {
      const host = byEpisode.get(episodeId)
      if (host !== undefined) await setOwner(db, mediaFileId, userId, host)
    }
  }
}

/** Changes the owner of a file and of its replacement. Does nothing if the user is no longer the owner. */
const setOwner = (db: Db, id: string, userId: string, { hostId, hostName }: Host) =>
  inTransaction(db, async (tx) => {
    const replacement = (await findFile(tx, id))?.replacement
    // Lock the replacement first, as every operation on such a pair does; otherwise two of them could deadlock.
    if (replacement) await lockFile(tx, replacement.id)
    await lockFile(tx, id)
    const pair = sql`
      select id from media_file where (id = ${id} or replaces = ${id}) and owner_id = ${userId} and deleted_at is null
    `
    await tx.run(sql`update queue_entry set owner_id = ${hostId} where media_file_id in (${pair})`)
    await tx.run(sql`update media_file set owner_id = ${hostId}, owner_name = ${hostName} where id in (${pair})`)
  })
