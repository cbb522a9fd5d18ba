import { createHash, randomUUID } from 'node:crypto'
import type { BodyOf } from '@griot/contracts/endpoint'
import type { SendTip, Tip } from '@griot/contracts/points'
import { type Db, inTransaction } from '@griot/service-kit/db'
import { notFound, refused } from '@griot/service-kit/errors'
import { type Asking, type Facts, type PodcastFacts, requirePodcast } from '../catalog/facts.ts'
import { createListener } from '../ledger/listener.queries.ts'
import { pointsForTip } from '../rules/tips.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { findTip, insertTip, lockSender } from './tips.queries.ts'

export interface TipParts {
  db: Db
  facts: Facts
  payments: PaymentProvider
}

interface Wish {
  receiverId: string
  podcastId: string
  episodeId: string | null
  amount: number
}

export interface SentTip {
  tip: Tip
  /** The same key had sent it before: nothing was changed now. */
  isRepeat: boolean
}

/** Tips the host of a podcast, once for each key. */
export const sendTip = async (
  { db, facts, payments }: TipParts,
  asking: Asking,
  senderId: string,
  body: BodyOf<typeof SendTip>,
  key: string | undefined,
): Promise<SentTip> => {
  const wish = wishOf(body)
  if (wish.receiverId === senderId) throw refused('tip.to_oneself', 'You cannot tip yourself.')

  const id = key === undefined ? randomUUID() : idFor(senderId, key)
  const earlier = key === undefined ? undefined : await findTip(db, senderId, id)
  if (earlier !== undefined) return repeat(earlier, wish)

  const podcast = await checkReceiver(facts, asking, wish)
  const { status, reference } = await payments.pay({ tipId: id, senderId, ...wish, amountCents: wish.amount })
  await createListener(db, senderId)
  return inTransaction(db, async (tx) => {
    const sender = await lockSender(tx, senderId)
    const faster = await findTip(tx, senderId, id)
    if (faster !== undefined) return repeat(faster, wish)

    const points = pointsForTip({ amountCents: wish.amount, status, pledgedToday: sender.pledgedToday })
    const about = { podcast: podcast.title, cents: wish.amount, pledged: status === 'pledged' }
    const tip = await insertTip(tx, {
      ...sender,
      tip: { id, senderId, ...wish, pointsEarned: points, status },
      reference,
      entries: points > 0 ? [{ userId: senderId, kind: 'tip', type: 'tip', sourceId: id, points, about }] : [],
    })
    return { tip, isRepeat: false }
  })
}

const wishOf = ({ receiverId, podcastId, episodeId, amount }: BodyOf<typeof SendTip>): Wish => ({
  receiverId: receiverId.toLowerCase(),
  podcastId: podcastId.toLowerCase(),
  episodeId: episodeId?.toLowerCase() ?? null,
  amount,
})

/** A UUID (version 8: made of a hash) that is the same whenever this person uses this key. */
const idFor = (senderId: string, key: string) => {
  const bytes = createHash('sha256').update(`tip ${senderId} ${key}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const repeat = (tip: Tip, wish: Wish): SentTip => {
  const isSame = (['receiverId', 'podcastId', 'episodeId', 'amount'] as const).every((name) => tip[name] === wish[name])
  if (!isSame) throw refused('tip.key_reused', 'This Idempotency-Key was used for another tip.')
  return { tip, isRepeat: true }
}

const checkReceiver = async (facts: Facts, asking: Asking, wish: Wish): Promise<PodcastFacts> => {
  const podcast = await facts.podcast(asking, wish.podcastId)
  if (podcast === undefined) throw notFound('podcast')
  if (podcast.hostId !== wish.receiverId) throw refused('tip.not_the_host', 'That person does not host this podcast.')
  if (wish.episodeId !== null) {
    const episode = await facts.episode(asking, wish.episodeId)
    if (episode === undefined) throw notFound('episode')
    requirePodcast(episode, podcast.id)
  }
  return podcast
}
