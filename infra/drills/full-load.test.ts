import { hasRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNginx } from '../copies/nginx.ts'
import { startTwoOfEverything } from '../copies/two-of-everything.ts'
import { gatherCrowd } from './gather-crowd.ts'
import { startPlayer } from './players.ts'

const canRun = process.env.LONG_DRILLS && hasRedis && hasNginx
// Each of ten processes leaves for three seconds and comes back in one or two.
const SECONDS = 70
/** Requests a second. */
const WANTED = 200
const PLAYERS = 20
const SOUND_SECONDS = 20

let house: Awaited<ReturnType<typeof startTwoOfEverything>>
let crowd: Awaited<ReturnType<typeof gatherCrowd>>

beforeAll(async () => {
  if (!canRun) return
  house = await startTwoOfEverything()
  crowd = await gatherCrowd({ house, url: house.origin, seconds: SOUND_SECONDS, patienceMs: 15_000 })
}, 180_000)
afterAll(async () => {
  if (canRun) await house.stop()
})

describe.runIf(canRun)(
  'two of everything, with two hundred requests a second (fewer where that is too much) and twenty players',
  () => {
    it('are replaced one after the other: no wrong answer, hardly a refusal, and no silence', async () => {
      const listeners = crowd.cookies.slice(0, PLAYERS)
      const whole = await fetch(crowd.audio, { headers: { cookie: listeners[0] ?? '' } })
      expect(whole.headers.get('content-type')).toBe('audio/mpeg')
      const recording = Buffer.from(await whole.arrayBuffer())
      const stops = listeners.map((cookie) => startPlayer(crowd.audio, cookie, recording))
      // One copy alone has to bear it, on a machine that starts the other's processes at the same time.
      const { good: capacity } = await crowd.send({ seconds: 6, workers: 16 })
      const perSecond = Math.min(WANTED, capacity / 2)
      const load = crowd.send({ seconds: SECONDS, perSecond })
      for (const copy of [0, 1] as const) {
        const ends = await house.replaceInTurn(copy)
        expect(ends).toEqual(ends.map(() => 0))
      }
      const report = await load
      const players = await Promise.all(stops.map((stop) => stop()))
      process.stdout.write(`${JSON.stringify({ capacity, perSecond, report, players })}\n`)

      expect(report.surprises).toEqual([])
      expect(report.refused + report.lost).toBeLessThanOrEqual(report.offered / 1_000)
      expect(players.flatMap(({ wrong }) => wrong)).toEqual([])
      for (const { silence } of players) expect(silence).toBe(0)
      expect(house.trouble()).toEqual([])
    }, 240_000)
  },
)
