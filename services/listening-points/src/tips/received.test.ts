import { SendTip } from '@griot/contracts/points'
import { DownloadReceivedTips, GetReceivedTotals, ListReceivedTips } from '@griot/contracts/tips-received'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PodcastFacts } from '../catalog/facts.ts'
import { createHarness, type Harness, ME, type TestListener } from '../testing/harness.ts'

let harness: Harness
let creator: TestListener
let show: PodcastFacts
let first: string
let second: string

const tip = (amount: number, episodeId: string | null = null, podcast = show) =>
  harness.listener().call(SendTip, { body: { receiverId: podcast.hostId, podcastId: podcast.id, episodeId, amount } })

beforeAll(async () => {
  harness = await createHarness({
    pay: async ({ tipId, amountCents }) =>
      amountCents === 2500 ? { status: 'settled', reference: tipId } : { status: 'pledged', reference: null },
  })
  creator = harness.listener()
  show = harness.catalog.addPodcast({ hostId: creator.id })
  first = harness.catalog.addEpisode({ podcastId: show.id }).id
  second = harness.catalog.addEpisode({ podcastId: show.id }).id
  await harness.stopClock(new Date('2026-03-03T12:00:00Z'))
  await tip(500, first)
  await tip(1000, first)
  await tip(2500, first)
  await tip(300)
  await harness.advance(86_400)
  await tip(700, second)
  await tip(50_000, null, harness.catalog.addPodcast())
})
afterAll(() => harness.close())

const NONE = { pledges: 0, pledgedCents: 0, payments: 0, paidCents: 0 }

/** All pages, with one row each. */
const list = async (by: 'day' | 'episode') => {
  const rows: unknown[] = []
  let cursor: string | undefined
  do {
    const query = { by, limit: 1, ...(cursor !== undefined && { cursor }) }
    const response = await creator.fetch(`/api/user/me/tips-received?${new URLSearchParams(query as never)}`)
    expect(response.status).toBe(200)
    rows.push(...((await response.json()) as unknown[]))
    cursor = /cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1]
  } while (cursor !== undefined)
  return rows
}

describe('GET /api/user/:id/tips-received', () => {
  it('lists sums for each day and episode, the newest day first, page by page', async () => {
    const rows = await list('day')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toEqual({
      ...{ day: '2026-03-04', podcastId: show.id, episodeId: second },
      ...{ ...NONE, pledges: 1, pledgedCents: 700 },
    })
    expect(rows.slice(1)).toEqual([
      {
        ...{ day: '2026-03-03', podcastId: show.id, episodeId: first },
        ...{ pledges: 2, pledgedCents: 1500, payments: 1, paidCents: 2500 },
      },
      {
        ...{ day: '2026-03-03', podcastId: show.id, episodeId: null },
        ...{ ...NONE, pledges: 1, pledgedCents: 300 },
      },
    ])
  })

  it('lists sums for each episode, the largest first, page by page', async () => {
    expect(await list('episode')).toMatchObject([
      { day: null, episodeId: first, pledgedCents: 1500, paidCents: 2500 },
      { day: null, episodeId: second, pledgedCents: 700, paidCents: 0 },
      { day: null, episodeId: null, pledgedCents: 300, paidCents: 0 },
    ])
  })

  it('returns the totals, in which pledges are not payments', async () => {
    expect(await creator.call(GetReceivedTotals, ME)).toEqual({
      ...{ pledges: 4, pledgedCents: 2500, payments: 1, paidCents: 2500 },
    })
  })

  it('returns a CSV file with the same rows', async () => {
    const response = await creator.fetch(DownloadReceivedTips.path.replace(':id', 'me'))
    expect(response.headers.get('content-disposition')).toContain('griot-tips.csv')
    expect((await response.text()).split('\r\n')).toEqual([
      'day,podcast,episode,pledges,pledged_usd,payments,paid_usd',
      `2026-03-04,${show.id},${second},1,7.00,0,0.00`,
      `2026-03-03,${show.id},${first},2,15.00,1,25.00`,
      `2026-03-03,${show.id},,1,3.00,0,0.00`,
      '',
    ])
  })

  it('returns nothing of other users', async () => {
    const stranger = harness.listener()
    expect(await stranger.call(ListReceivedTips, ME)).toEqual([])
    expect(await stranger.call(GetReceivedTotals, ME)).toEqual(NONE)
    expect(await (await stranger.fetch('/api/user/me/tips-received.csv')).text()).not.toContain(show.id)
  })

  it('refuses the path of another user, and a page of another list', async () => {
    const other = await harness.listener().fetch(`/api/user/${creator.id}/tips-received`)
    expect(other.status).toBe(403)
    expect((await creator.fetch('/api/user/me/tips-received?cursor=x')).status).toBe(400)
  })
})
