import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { FetchError } from '@griot/service-kit/fetch/fetch-error'
import type { FetchPublic } from '@griot/service-kit/fetch/fetch-public'
import { AppError, conflict, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { requireRight } from '../members/access.ts'
import { lockWithRight } from '../members/lock-with-right.ts'
import type { PublicOrigin } from '../public/public-origin.ts'
import { changeFeeds } from '../publishing/feed-changes.ts'
import { readOwnFeed, setNewFeedUrl } from './distribution.queries.ts'
import { readGuids } from './read-guids.ts'
import { isSameShow } from './same-show.ts'

const MAX_BYTES = 50_000_000
/** Shorter than the gateway waits. */
const TIMEOUT_MS = 45_000

interface Move {
  podcastId: string
  user: Caller
  newFeedUrl: string
}

interface Parts {
  db: Db
  fetchPublic: FetchPublic
  publicOrigin: PublicOrigin
}

const locked = () =>
  conflict('podcast.locked', 'Unlock the feed in the settings first, so that the new host may import the show.')

/** Redirects the feed to the same show at another host. Throws 409 unless the feed there is that of this show. */
export const moveFeed = async ({ db, fetchPublic, publicOrigin }: Parts, { podcastId, user, newFeedUrl }: Move) => {
  await requireRight(db, podcastId, user, 'manage')
  const own = orNotFound(await readOwnFeed(db, podcastId), 'podcast')
  if (own.isLocked) throw locked()
  const isHere = (address: string) => new URL(address).origin === publicOrigin.origin
  const { bytes, contentType, url } = await fetchFeed(fetchPublic, newFeedUrl)
  if (isHere(newFeedUrl) || isHere(url)) throw refused('This address leads back to this site.')
  const other = await readGuids(bytes, contentType)
  if (other === null) throw refused('There is no podcast feed at this address.')
  if (!isSameShow(own, other)) {
    throw refused('The feed at this address is that of another show: its id and its episodes differ from yours.')
  }
  return inTransaction(db, async (tx) => {
    const show = await lockWithRight(tx, podcastId, user, 'manage')
    // It may have been locked during the fetch.
    if ((await readOwnFeed(tx, podcastId))?.isLocked) throw locked()
    await changeFeeds(tx, { podcastIds: [podcastId] }, () => setNewFeedUrl(tx, podcastId, newFeedUrl))
    await recordAudit(tx, user, {
      action: 'podcast.moved',
      subject: { kind: 'podcast', id: podcastId, name: show.title },
      concernsId: show.hostId,
      details: { newFeedUrl },
    })
    return { newFeedUrl }
  })
}

/** Serves the feed here again. Apps that have followed the redirect do not return by themselves. */
export const undoMove = (db: Db, podcastId: string, user: Caller) =>
  inTransaction(db, async (tx) => {
    const show = await lockWithRight(tx, podcastId, user, 'manage')
    const before = (await readOwnFeed(tx, podcastId))?.newFeedUrl ?? null
    if (before !== null) {
      await changeFeeds(tx, { podcastIds: [podcastId] }, () => setNewFeedUrl(tx, podcastId, null))
      await recordAudit(tx, user, {
        action: 'podcast.move_undone',
        subject: { kind: 'podcast', id: podcastId, name: show.title },
        concernsId: show.hostId,
        details: { newFeedUrl: before },
      })
    }
    return { newFeedUrl: null }
  })

const refused = (sentence: string) =>
  new AppError(409, 'podcast.move_refused', sentence, { fields: { newFeedUrl: sentence } })

const fetchFeed = async (fetchPublic: FetchPublic, address: string) => {
  try {
    return await fetchPublic(address, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })
  } catch (error) {
    if (error instanceof FetchError) throw refused(error.message)
    throw error
  }
}
