import { recordAudit } from '@griot/service-kit/audit/record-audit'
import type { Tx } from '@griot/service-kit/db/db'
import { deleteMember, lockShow } from '../members/members.queries.ts'
import { insertNotices } from '../notices/notices.queries.ts'
import { deletePodcast } from '../podcasts/update-podcast.ts'
import { lockPodcast, updatePodcastRow } from '../podcasts/write-podcast.queries.ts'
import { applyPodcastHidden } from '../publishing/hidden.queries.ts'
import { findHeir, setHost } from './heirs.queries.ts'

/** Hands a show of the user over to another owner, or deletes it if it has none. Does nothing if the user is not the host. */
export const handOverOrDelete = async (tx: Tx, podcastId: string, userId: string) => {
  const show = await lockShow(tx, podcastId)
  const before = await lockPodcast(tx, podcastId)
  if (show?.hostId !== userId || before === undefined) return
  const heir = await findHeir(tx, podcastId)
  if (heir === undefined) {
    await deletePodcast(tx, podcastId, true)
    return
  }
  await deleteMember(tx, podcastId, heir.userId)
  await updatePodcastRow(tx, podcastId, before, { hostName: heir.name })
  await setHost(tx, podcastId, heir.userId)
  await applyPodcastHidden(tx, [podcastId])
  await recordAudit(tx, null, {
    action: 'podcast.handed_over',
    subject: { kind: 'podcast', id: podcastId, name: show.title },
    concernsId: heir.userId,
  })
  await insertNotices(tx, [
    {
      userId: heir.userId,
      title: 'You are the host of a show now',
      text: `“${show.title}” runs under your account, because the account of its host was deleted.`,
      link: `/podcast/${podcastId}`,
    },
  ])
}

/** Ends a membership. The lock of the show keeps it from being handed over to this member at the same time. */
export const endMembership = async (tx: Tx, podcastId: string, userId: string) => {
  await lockShow(tx, podcastId)
  await deleteMember(tx, podcastId, userId)
}
