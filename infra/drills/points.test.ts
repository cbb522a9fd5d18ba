import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Caller, openPointsHouse, type PointsHouse } from './points-house.ts'

let house: PointsHouse

beforeAll(async () => {
  house = await openPointsHouse()
}, 120_000)
afterAll(() => house.close())

const LISTENERS = 12

/** What somebody was told, to be found again word for word. */
interface Promised {
  caller: Caller
  path: string
  body: unknown
  headers: Record<string, string>
  answer: Answer
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

/** One person who listens, leaves and tips until told to stop, and keeps every answer that must stand. */
const listen = async (caller: Caller, promised: Promised[], stopping: AbortSignal) => {
  const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await caller.ask(path, body, headers)
    expect([200, 201, 409], `${path} answered ${JSON.stringify(answer)}`).toContain(answer.status)
    return answer
  }
  while (!stopping.aborted) {
    const started = await ask('/api/listening/start', { episodeId: pick(house.episodes).id })
    const claim = { sessionId: started.body.id, listeningDuration: 300, totalProgress: 300 }
    for (let beats = Math.floor(Math.random() * 4); beats > 0; beats--) {
      await delay(Math.random() * 300)
      await ask('/api/listening/heartbeat', claim)
    }
    // Some leave without a word: the next start, or the reaper, ends their session.
    if (Math.random() < 0.2) continue
    const end = { path: '/api/listening/end', body: { ...claim, completed: true }, headers: {} }
    const answers = await Promise.all([ask(end.path, end.body), ask(end.path, end.body)])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    for (const answer of answers) promised.push({ caller, ...end, answer })

    if (Math.random() < 0.3) {
      const tip = {
        path: '/api/tip',
        body: { receiverId: house.podcast.hostId, podcastId: house.podcast.id, amount: 100 },
        headers: { 'idempotency-key': randomUUID() },
      }
      promised.push({ caller, ...tip, answer: await ask(tip.path, tip.body, tip.headers) })
    }
  }
}

/** Runs `fault` while people listen; afterwards everything promised still stands and everything adds up. */
const drill = async (fault: () => Promise<void>) => {
  const stopping = new AbortController()
  const promised: Promised[] = []
  const callers = await Promise.all(Array.from({ length: LISTENERS }, () => house.caller(randomUUID())))
  const listening = Promise.all(callers.map((caller) => listen(caller, promised, stopping.signal)))
  await Promise.race([fault(), listening])
  stopping.abort()
  await listening

  expect(promised.length).toBeGreaterThan(LISTENERS)
  for (const { caller, path, body, headers, answer } of promised) {
    expect(await caller.ask(path, body, headers)).toEqual({ ...answer, isRepeat: true })
  }
  await expectNothingWrong()
}

const expectNothingWrong = async () => {
  expect(await house.audit()).toEqual({ code: 0, output: 'Everything follows from the ledger.\n' })
  expect(house.isServiceAlive()).toBe(true)
}

/** Makes every insert into a table take a while, as a slow disk would. */
const whileInsertsAreSlow = async (table: string, work: () => Promise<void>) => {
  await house.asAdmin((client) =>
    client.query(`
      create or replace function listening_points.take_a_while() returns trigger language plpgsql as $$
        begin perform pg_sleep(1); return new; end $$;
      create trigger take_a_while before insert on listening_points.${table}
        for each row execute function listening_points.take_a_while();
    `),
  )
  try {
    await work()
  } finally {
    await house.asAdmin((client) => client.query(`drop trigger take_a_while on listening_points.${table}`))
  }
}

/** Resolves when some statement of the service is in its slow insert. */
const untilInserting = async () => {
  const isSlow = () =>
    house.asAdmin(async (client) => {
      const { rowCount } = await client.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")
      return rowCount !== 0
    })
  while (!(await isSlow())) await delay(20)
}

const sessionsOf = ({ id }: Caller) =>
  house.asAdmin(async (client) => {
    const { rows } = await client.query<{ ended: boolean; points: number }>(
      `select ended_at is not null as ended, points_earned as points from listening_points.listening_session
       where user_id = $1 order by started_at`,
      [id],
    )
    return rows
  })

describe('the points service', { timeout: 120_000 }, () => {
  it('killed again and again under load keeps every promise', () =>
    drill(async () => {
      for (let kill = 0; kill < 3; kill++) {
        await delay(300 + Math.random() * 700)
        await house.killService()
      }
    }))

  it('killed while PostgreSQL still writes an end answers the repeat with what was written', async () => {
    const caller = await house.caller(randomUUID())
    const { body } = await caller.ask('/api/listening/start', { episodeId: house.episodes[0]?.id })
    await delay(200)
    const claim = { sessionId: body.id, listeningDuration: 10, totalProgress: 10, completed: true }

    let ended: Promise<Answer> | undefined
    await whileInsertsAreSlow('outbox', async () => {
      ended = caller.ask('/api/listening/end', claim)
      await untilInserting()
      await house.killService()
      expect(await ended).toMatchObject({ status: 200, isRepeat: true, body: { creditedSeconds: 10 } })
    })
    expect(await sessionsOf(caller)).toEqual([{ ended: true, points: 25 }])
    await expectNothingWrong()
  })

  it('killed between write and commit has done nothing, and the repeat does it once', async () => {
    const caller = await house.caller(randomUUID())
    const first = await caller.ask('/api/listening/start', { episodeId: house.episodes[1]?.id })
    await delay(200)
    await caller.ask('/api/listening/heartbeat', { sessionId: first.body.id, listeningDuration: 10, totalProgress: 10 })

    // A start that first ends another session is several statements: the first ones are written when it dies.
    await whileInsertsAreSlow('listening_session', async () => {
      const second = caller.ask('/api/listening/start', { episodeId: house.episodes[2]?.id })
      await untilInserting()
      await house.killService()
      expect(await second).toMatchObject({ status: 200 })
    })
    expect((await sessionsOf(caller)).map(({ ended }) => ended)).toEqual([true, false])
    await expectNothingWrong()
  })
})

describe('PostgreSQL', { timeout: 120_000 }, () => {
  it('killed and started again under load loses nothing that was acknowledged', () =>
    drill(async () => {
      for (let kill = 0; kill < 2; kill++) {
        await delay(500 + Math.random() * 500)
        await house.killPostgres()
        expect(house.isServiceAlive()).toBe(true)
      }
      await delay(500)
    }))
})
