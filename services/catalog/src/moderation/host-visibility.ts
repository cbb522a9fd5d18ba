import { type HostVisibility, visibilityCallRoute } from '@griot/service-kit/account/admin-calls'
import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { notifyHostBlocked } from '../members/notify-members.ts'
import { deletePrivateFeedsOf } from '../private-feeds/private-feeds.queries.ts'
import { lockShowsOf } from '../publishing/feed-changes.ts'
import { applyPodcastHidden } from '../publishing/hidden.queries.ts'

/** A call of the gateway after a block or a release: hides all podcasts of a host, or restores those that the block has hidden. */
export const hostVisibilityRoute = (db: Db) =>
  visibilityCallRoute((hostId, state) => setHostVisibility(db, hostId, state))

const setHostVisibility = (db: Db, hostId: string, { isHidden, version }: HostVisibility) =>
  inTransaction(db, async (tx) => {
    const isNewer = await tx.run(sql`
      insert into host_visibility as known (host_id, version, is_hidden) values (${hostId}, ${version}, ${isHidden})
      on conflict (host_id) do update set version = excluded.version, is_hidden = excluded.is_hidden
      where known.version < excluded.version
    `)
    if (isNewer === 0) return
    if (isHidden) await deletePrivateFeedsOf(tx, hostId)
    await lockShowsOf(tx, hostId)
    const changed = await tx.many(
      z.object({ id: z.string(), title: z.string(), isHiddenByAdmin: z.boolean() }),
      sql`
        update podcast set hidden_by_block = ${isHidden}
        where host_id = ${hostId} and hidden_by_block <> ${isHidden}
        returning id, title, hidden_at is not null as "isHiddenByAdmin"
      `,
    )
    await applyPodcastHidden(
      tx,
      changed.map(({ id }) => id),
    )
    for (const show of changed.filter(({ isHiddenByAdmin }) => !isHiddenByAdmin)) {
      await notifyHostBlocked(tx, show, isHidden)
    }
  })
