import { createHash, randomUUID } from 'node:crypto'
import type { BodyOf } from '@griot/contracts/endpoint'
import type { SendTip, Tip } from '@griot/contracts/points'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { orNotFound, refused } from '@griot/service-kit/http/errors'
import { type CatalogCaller, type Facts, type PodcastFacts, requirePodcast } from '../catalog/facts.ts'
import { credit, lockOrCreateListeners } from '../ledger/ledger.queries.ts'
import { pointsForTip } from '../rules/tips.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { addPledgedPoints, findTip, insertTip } from './tips.queries.ts'

export interface TipParts {
  db: Db
  facts: Facts
  payments: PaymentProvider
}

type Requested = Pick<Tip, 'receiverId' | 'podcastId' | 'episodeId' | 'amount'>

export interface SentTip {
  tip: Tip
  /** The key was used for the same tip before; nothing changed. */
  isRepeat: boolean
}

/** Tips the host of a podcast, once per idempotency key. */
export const sendTip = async (
  { db, facts, payments }: TipParts,
  caller: CatalogCaller,
  senderId: string,
  { receiverId, podcastId, episodeId = null, amount }: BodyOf<typeof SendTip>,
  key: string | undefined,
): Promise<SentTip> => {
  const requested = { receiverId, podcastId, episodeId, amount }
  if (receiverId === senderId) throw refused('tip.to_oneself', 'You cannot tip yourself.')

  const id = key === undefined ? randomUUID() : idFor(senderId, key)
  const earlier = key === undefined ? undefined : await findTip(db, senderId, id)
  if (earlier !== undefined) return repeat(earlier, requested)

  const podcast = await checkReceiver(facts, caller, requested)
  const { status, reference } = await payments.pay({ tipId: id, senderId, ...requested, amountCents: requested.amount })
  return inTransaction(db, async (tx) => {
    const sender = (await lockOrCreateListeners(tx, [senderId])).get(senderId)
    if (sender === undefined) throw new Error(`listener ${senderId} was not created`)
    const stored = await findTip(tx, senderId, id)
    if (stored !== undefined) return repeat(stored, requested)

    const isPledge = status === 'pledged'
    const points = pointsForTip({ amountCents: requested.amount, status, pledgedToday: sender.pledgedPoints })
    const tip = await insertTip(tx, sender, { id, senderId, ...requested, pointsEarned: points, status }, reference)
    const about = { podcast: podcast.title, cents: requested.amount, pledged: isPledge }
    credit(tx, [{ listener: sender, entries: [{ kind: 'tip', type: 'tip', sourceId: id, points, about }] }])
    await addPledgedPoints(tx, sender, isPledge ? points : 0)
    return { tip, isRepeat: false }
  })
}

/** A UUID (version 8, from a hash) that is the same whenever the sender uses the key. */
const idFor = (senderId: string, key: string) => {
  const bytes = createHash('sha256').update(`tip ${senderId} ${key}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const repeat = (tip: Tip, requested: Requested): SentTip => {
  const isSame = (['receiverId', 'podcastId', 'episodeId', 'amount'] as const).every(
    (name) => tip[name] === requested[name],
  )
  if (!isSame) throw refused('tip.key_reused', 'This Idempotency-Key was used for another tip.')
  return { tip, isRepeat: true }
}

const checkReceiver = async (facts: Facts, caller: CatalogCaller, requested: Requested): Promise<PodcastFacts> => {
  const podcast = orNotFound(await facts.podcast(caller, requested.podcastId), 'podcast')
  if (podcast.hostId !== requested.receiverId)
    throw refused('tip.not_the_host', 'The receiver does not host this podcast.')
  if (requested.episodeId !== null) {
    const episode = orNotFound(await facts.episode(caller, requested.episodeId), 'episode')
    requirePodcast(episode, podcast.id)
  }
  return podcast
}
