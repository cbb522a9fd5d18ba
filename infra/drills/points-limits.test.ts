import type { ResponseOf } from '@griot/contracts/endpoint'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { HoldPoints, ListUnusualEarners } from '@griot/contracts/points-review'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { openPointsProduct } from './points-product.ts'

/** In seconds. The two minutes make the points of an hour unusual: 180 for twelve bonuses of each kind, and four for minutes. */
const LENGTHS = [120, ...Array.from({ length: 12 }, (_, index) => 3 + index)]

type Episode = Awaited<ReturnType<typeof publishEpisode>>

let product: Awaited<ReturnType<typeof openPointsProduct>>
let episodes: Episode[] = []
/** With the audio of the first of `episodes`. */
let copy: Episode

const pairsOf = <Item>(items: readonly Item[]) =>
  items.flatMap((_, index) => (index % 2 === 0 ? [items.slice(index, index + 2)] : []))

beforeAll(async () => {
  product = await openPointsProduct()
  const recordings = await Promise.all(LENGTHS.map(recordAudio))
  const [first = Buffer.alloc(0)] = recordings
  const published: Episode[] = []
  // A user may send few uploads at once.
  for (const pair of pairsOf([first, ...recordings])) {
    published.push(...(await Promise.all(pair.map((recording) => publishEpisode(product.host, recording)))))
  }
  ;[copy, ...episodes] = published as [Episode, ...Episode[]]
}, 300_000)
afterAll(() => product.close())

/** Loads the audio, listens for some seconds of the clock, and returns the receipt. */
const listen = async ({ id, audioUrl }: Episode, seconds: number): Promise<ResponseOf<typeof EndListening>> => {
  const { listener } = product
  const started = StartListening.response.parse(
    (await listener.request('POST', StartListening.path, { episodeId: id })).body,
  )
  await listener.load(audioUrl)
  await product.advance(seconds)
  const claim = { listeningDuration: seconds, totalProgress: seconds, completed: true }
  const ended = await listener.request('POST', EndListening.path, { sessionId: started.id, ...claim })
  return EndListening.response.parse(ended.body)
}

const reasonsOf = ({ reasons }: ResponseOf<typeof EndListening>) => reasons.map(({ reason }) => reason)

describe('the limits of points, through gateway, catalog and media', { timeout: 120_000 }, () => {
  it('credits a start after 30 seconds of the episode', async () => {
    const [first] = episodes
    if (first === undefined) throw new Error('there is no episode')
    expect(await listen(first, 20)).toMatchObject({ pointsEarned: 0, creditedSeconds: 20 })
    // The whole rest is heard: 20 of 120 seconds are credited.
    const receipt = await listen(first, 120)
    expect(receipt).toMatchObject({ creditedSeconds: 100, completed: true })
    expect(receipt.reasons).toContainEqual(expect.objectContaining({ reason: 'started', points: 5 }))
  })

  it('credits the bonuses of the same file once, in two episodes', async () => {
    const receipt = await listen(copy, 120)
    expect(reasonsOf(receipt)).toEqual(['minutes', 'same_audio'])
    expect(receipt.pointsEarned).toBe(2)
  })

  it('explains the thirteenth short completion in an hour', async () => {
    for (const [index, seconds] of LENGTHS.entries()) {
      const episode = episodes[index]
      if (index === 0 || episode === undefined) continue
      const receipt = await listen(episode, seconds)
      if (index < 12) expect(reasonsOf(receipt)).toEqual(expect.arrayContaining(['started', 'completed']))
      else {
        expect(receipt).toMatchObject({ pointsEarned: 0, completed: true })
        expect(reasonsOf(receipt)).toEqual(['capped_bonuses', 'capped_bonuses'])
        expect(receipt.reasons[1]?.sentence).toMatch(/^At most 12 completions an hour and 60 a day \(UTC\) count/)
      }
    }
  })

  it('reports the listener, and credits nothing while an admin holds the points', async () => {
    expect(await product.report()).toEqual({ code: 0, output: 'New reports: 1.\n' })
    const { admin, listener } = product
    const listed = ListUnusualEarners.response.parse((await admin.request('GET', ListUnusualEarners.path)).body)
    expect(listed).toMatchObject([{ userId: listener.id, reason: 'points_per_hour', found: 184, allowed: 180 }])
    expect(await listener.request('GET', ListUnusualEarners.path)).toMatchObject({ status: 404 })

    await admin.request('POST', HoldPoints.path.replace(':id', listener.id))
    // In the next hour the limit of bonuses would allow this completion.
    await product.advance(3_600)
    const last = episodes.at(-1)
    if (last === undefined) throw new Error('there is no episode')
    const receipt = await listen(last, LENGTHS.at(-1) ?? 0)
    expect(receipt).toMatchObject({ pointsEarned: 0, creditedSeconds: 0 })
    expect(reasonsOf(receipt)).toContain('held_for_review')
    expect(await product.audit()).toMatchObject({ code: 0 })
  })
})
