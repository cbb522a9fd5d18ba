import { ListHistory } from '@griot/contracts/library'
import { type ExplainedSession, ListListeningSessions } from '@griot/contracts/listening'
import { EARNING_REASONS } from '@griot/contracts/listening-rules'
import { GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditLedger } from './ledger/audit.ts'
import { createHarness, end, type Harness, ME, type TestListener } from './testing/harness.ts'
import * as rules from './testing/model.ts'
import { at, audioOf, LENGTHS, type Model, type Real, steps } from './testing/model-steps.ts'

// `npm run test:node24` makes another 900 runs: each CI run makes 1,000, and `npm test` stays short.
const RUNS = Number(process.env.MODEL_RUNS ?? 100)
const MONDAY = Date.parse('2026-03-02T00:00:00Z') / 1000
const sinceMonday = fc.integer({ min: 0, max: 7 * 86_400 - 1 })

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const OF_EPISODE = ['started', 'minutes', 'completed']

/** The points in a receipt that belong to its episode. An open session has no receipt, and no achievements either. */
const shownForEpisode = ({ endedAt, reasons, pointsEarned }: ExplainedSession) =>
  endedAt === null
    ? pointsEarned
    : reasons.reduce((sum, { reason, points }) => sum + (OF_EPISODE.includes(reason) ? points : 0), 0)

/** The points of each session in the ledger, with its weekly bonus and badges. */
const creditedBySession = async ({ harness }: Real, { id }: TestListener) => {
  const rows = await harness.db.many(
    z.object({ sessionId: z.string(), points: z.number() }),
    sql`
      select session_id as "sessionId", sum(points)::int as points from ledger_entry
      where user_id = ${id} and session_id is not null group by session_id
    `,
  )
  return Object.fromEntries(rows.map(({ sessionId, points }) => [sessionId, points]))
}

const compare = async (model: Model, real: Real) => {
  for (const [index, { expected }] of model.listeners.entries()) {
    const listener = at(real.listeners, index)
    expect(await listener.call(GetPoints, ME)).toMatchObject(rules.pointsOf(expected, model.now))
    const entries = await listener.call(ListPointsHistory, { ...ME, query: { limit: 100 } })
    expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(expected.total)
    const sessions = await listener.call(ListListeningSessions, { ...ME, query: { limit: 100 } })
    // The rows of the last sessions show these numbers.
    const shown = sessions.filter(({ pointsEarned }) => pointsEarned > 0)
    expect(Object.fromEntries(shown.map(({ id, pointsEarned }) => [id, pointsEarned]))).toEqual(
      await creditedBySession(real, listener),
    )
    const paid = sessions.flatMap(({ reasons }) => reasons).filter(({ points }) => points > 0)
    for (const { reason } of paid) expect(EARNING_REASONS).toContain(reason)
    for (const { episodeId, completed, positionSeconds, earnedPoints } of await listener.call(ListHistory, ME)) {
      expect({ completed, positionSeconds, earnedPoints }).toEqual({
        completed: expected.episodes[episodeId]?.completed,
        positionSeconds: rules.positionIn(expected, episodeId),
        earnedPoints: expected.episodes[episodeId]?.earned,
      })
      const ofEpisode = <Item extends { episodeId: string | null }>(items: Item[]) =>
        items.filter((item) => item.episodeId === episodeId)
      const ofLedger = ofEpisode(entries).filter(({ type }) => type === 'listening')
      expect(ofLedger.reduce((sum, { points }) => sum + points, 0)).toBe(earnedPoints)
      expect(ofEpisode(sessions).reduce((sum, session) => sum + shownForEpisode(session), 0)).toBe(earnedPoints)
    }
  }
}

const endAll = async (listeners: readonly TestListener[]) => {
  for (const listener of listeners) {
    const sessions = await listener.call(ListListeningSessions, { ...ME, query: { limit: 100 } })
    const open = sessions.find(({ endedAt }) => endedAt === null)
    if (open !== undefined) await end(listener, open.id)
  }
}

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe('two listeners with any sequence of operations', () => {
  it(`match the model of the rules (${RUNS} runs, FUZZ_SEED=${seed})`, { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(sinceMonday, fc.commands([...steps], { maxCommands: 30 }), async (since, commands) => {
        await harness.stopClock(new Date((MONDAY + since) * 1000))
        const model: Model = {
          now: MONDAY + since,
          shows: new Map([
            [3, { host: 0, isPublished: true }],
            [4, { host: 0, isPublished: true }],
          ]),
          listeners: [0, 1].map(() => ({ expected: rules.newListener(), favorites: new Set(), tips: new Map() })),
        }
        const real: Real = {
          harness,
          listeners: [harness.listener(), harness.listener()],
          episodes: [],
          podcasts: [harness.catalog.addPodcast(), harness.catalog.addPodcast()],
        }
        for (const [number, lengthSeconds] of LENGTHS.entries()) {
          const host = model.shows.get(number)?.host
          const hostId = host == null ? crypto.randomUUID() : at(real.listeners, host).id
          real.episodes.push(harness.catalog.addEpisode({ lengthSeconds, hostId, ...audioOf(number) }))
        }
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await compare(model, real)
        } finally {
          // Leave no open session to the reaper of the next run.
          await endAll(real.listeners)
        }
      }),
      { numRuns: RUNS, seed, endOnFailure: false },
    )
    expect(await auditLedger(harness.db)).toEqual([])
  })
})
