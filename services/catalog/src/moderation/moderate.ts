import type { AuditAction } from '@griot/contracts/audit'
import { MEMBER_ROLES } from '@griot/contracts/catalog/roles'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import type { Tx } from '@griot/service-kit/db/db'
import { conflict, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { listMakers } from '../members/members.queries.ts'
import { insertNotices } from '../notices/notices.queries.ts'
import { applyPodcastHidden } from '../publishing/hidden.queries.ts'
import { publishVisibility } from '../publishing/publishing.queries.ts'
import {
  lockAnyEpisode,
  lockAnyPodcast,
  setEpisodeHidden,
  setPodcastFeatured,
  setPodcastHidden,
} from './moderation.queries.ts'

interface Change {
  admin: Caller
  id: string
  /** The owner reads it. Empty if the admin gives none. */
  reason: string
}

interface Subject {
  id: string
  title: string
  ownerId: string
}

type Kind = 'podcast' | 'episode'

const NOUNS: Readonly<Record<Kind, string>> = { podcast: 'show', episode: 'episode' }

const unchanged = (sentence: string) => conflict('moderation.unchanged', sentence)

/** Records the change in the audit log and notifies the owner; of a show, all members. */
const recordChange = async (
  tx: Tx,
  { admin, reason }: Change,
  { id, title, ownerId }: Subject,
  { action, kind, done }: { action: AuditAction; kind: Kind; done: string },
) => {
  const subject = { kind, id, name: title }
  await recordAudit(tx, admin, { action, subject, concernsId: ownerId, reason: reason || null })
  const userIds = kind === 'podcast' ? await listMakers(tx, id, MEMBER_ROLES) : [ownerId]
  await insertNotices(
    tx,
    userIds.map((userId) => ({
      userId,
      title: `Your ${NOUNS[kind]} ${done}`,
      text: [`“${title}” ${done}.`, ...(reason === '' ? [] : [`Reason: ${reason}`])].join(' '),
      link: `/${kind}/${id}`,
    })),
  )
  return { id }
}

/** Hides a podcast, or restores it. Throws 409 if that changes nothing. */
export const changePodcastHidden = async (tx: Tx, change: Change, isHidden: boolean) => {
  const podcast = orNotFound(await lockAnyPodcast(tx, change.id), 'podcast')
  if (podcast.isHidden === isHidden) {
    throw unchanged(isHidden ? 'This show is hidden already.' : 'No admin has hidden this show.')
  }
  await setPodcastHidden(tx, podcast.id, isHidden ? change.reason : null)
  await applyPodcastHidden(tx, [podcast.id])
  return recordChange(tx, change, podcast, {
    kind: 'podcast',
    action: isHidden ? 'podcast.hidden' : 'podcast.restored',
    done: isHidden ? 'was hidden' : 'is visible again',
  })
}

/** Hides an episode, or restores it. Throws 409 if that changes nothing. */
export const changeEpisodeHidden = async (tx: Tx, change: Change, isHidden: boolean) => {
  const episode = orNotFound(await lockAnyEpisode(tx, change.id), 'episode')
  if (episode.isHidden === isHidden) {
    throw unchanged(isHidden ? 'This episode is hidden already.' : 'The episode itself is not hidden. Its show may be.')
  }
  await publishVisibility(tx, [await setEpisodeHidden(tx, episode.id, isHidden ? change.reason : null)])
  return recordChange(tx, change, episode, {
    kind: 'episode',
    action: isHidden ? 'episode.hidden' : 'episode.restored',
    done: isHidden ? 'was hidden' : 'is visible again',
  })
}

/** Features a podcast, or ends it. Throws 409 if that changes nothing or the podcast is hidden. */
export const changePodcastFeatured = async (tx: Tx, change: Change, isFeatured: boolean) => {
  const podcast = orNotFound(await lockAnyPodcast(tx, change.id), 'podcast')
  if (podcast.isFeatured === isFeatured) {
    throw unchanged(isFeatured ? 'This show is featured already.' : 'This show is not featured.')
  }
  if (isFeatured && podcast.isHidden) {
    throw conflict('podcast.hidden', 'This show is hidden. Restore it before you feature it.')
  }
  await setPodcastFeatured(tx, podcast.id, isFeatured)
  return recordChange(tx, change, podcast, {
    kind: 'podcast',
    action: isFeatured ? 'podcast.featured' : 'podcast.unfeatured',
    done: isFeatured ? 'is featured' : 'is no longer featured',
  })
}
