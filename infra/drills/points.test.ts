import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Caller, openPointsHouse, type PointsHouse } from './points-house.ts'

let house: PointsHouse

beforeAll(async () => {
  house = await openPointsHouse()
}, 120_000)
afterAll(() => house.close())

const LISTENERS = 12
/** While people listen a second is a minute, so that it brings something and silence does not take long. */
const FASTER = 60

/** What somebody was told, to be found again word for word. */
interface Promised {
  caller: Caller
  path: string
  body: unknown
  headers: Record<string, string>
  answer: Answer
}

/** All that has been promised so far; a fault strikes after so many more, not after so much time. */
class Promises extends EventEmitter {
  readonly kept: Promised[] = []
  keep(promised: Promised) {
    this.kept.push(promised)
    this.emit('kept')
  }
  async more(count: number) {
    const wanted = this.kept.length + count
    while (this.kept.length < wanted) await once(this, 'kept')
  }
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

/** One person who listens, leaves and tips until told to stop, and keeps every answer that must stand. */
const listen = async (caller: Caller, promises: Promises, stopping: AbortSignal) => {
  const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await caller.ask(path, body, headers)
    expect([200, 201, 409], `${path} answered ${JSON.stringify(answer)}`).toContain(answer.status)
    return answer
  }
  while (!stopping.aborted) {
    const started = await ask('/api/listening/start', { episodeId: pick(house.episodes).id })
    const claim = { sessionId: started.body.id, listeningDuration: 300, totalProgress: 300 }
    for (let beats = Math.floor(Math.random() * 4); beats > 0; beats--) {
      // Listening takes its time, and the clock runs fast.
      await delay(Math.random() * 300)
      await ask('/api/listening/heartbeat', claim)
    }
    // Some leave without a word: the next start, or the reaper, ends their session.
    if (Math.random() < 0.2) continue
    const end = { path: '/api/listening/end', body: { ...claim, completed: true }, headers: {} }
    const answers = await Promise.all([ask(end.path, end.body), ask(end.path, end.body)])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    for (const answer of answers) promises.keep({ caller, ...end, answer })

    if (Math.random() < 0.3) {
      const tip = {
        path: '/api/tip',
        body: { receiverId: house.podcast.hostId, podcastId: house.podcast.id, amount: 100 },
        headers: { 'idempotency-key': randomUUID() },
      }
      promises.keep({ caller, ...tip, answer: await ask(tip.path, tip.body, tip.headers) })
    }
  }
}

/** Runs `fault` while people listen; afterwards everything promised still stands and everything adds up. */
const drill = async (fault: (promises: Promises) => Promise<void>) => {
  const stopping = new AbortController()
  const promises = new Promises()
  const callers = await Promise.all(Array.from({ length: LISTENERS }, () => house.caller(randomUUID())))
  await house.pass(0, FASTER)
  const listening = Promise.all(callers.map((caller) => listen(caller, promises, stopping.signal)))
  await Promise.race([fault(promises), listening])
  stopping.abort()
  await listening
  await house.pass(0)

  for (const { caller, path, body, headers, answer } of promises.kept) {
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
    drill(async (promises) => {
      for (let kill = 0; kill < 3; kill++) {
        await promises.more(LISTENERS)
        await house.killService()
      }
    }))

  it('killed while PostgreSQL still writes an end answers the repeat with what was written', async () => {
    const caller = await house.caller(randomUUID())
    const { body } = await caller.ask('/api/listening/start', { episodeId: house.episodes[0]?.id })
    await house.pass(10)
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
    await house.pass(10)
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
    drill(async (promises) => {
      for (let kill = 0; kill < 2; kill++) {
        await promises.more(LISTENERS)
        await house.killPostgres()
        expect(house.isServiceAlive()).toBe(true)
      }
      await promises.more(LISTENERS)
    }))

  it('frozen costs a clear refusal in good time, and nothing once it goes on', () =>
    drill(async (promises) => {
      await promises.more(LISTENERS)
      const unfreeze = house.freezePostgres()
      try {
        const caller = await house.caller(randomUUID())
        // More than there are connections: the last ones wait for one, in vain.
        const asked = Array.from({ length: 30 }, () => caller.tryToStart(house.episodes[0]?.id ?? ''))
        for (const { status, code, seconds } of await Promise.all(asked)) {
          expect({ status, code }).toEqual({ status: 503, code: 'database.unavailable' })
          // The gateway's own patience.
          expect(seconds).toBeLessThan(6)
        }
      } finally {
        unfreeze()
      }
      await promises.more(LISTENERS)
    }))
})

describe('forty people who each end a session twenty times at once, through two gateways', { timeout: 120_000 }, () => {
  it('are paid forty times', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID())
    const { urls, cookies } = await house.openGateways(2, ids)
    const send = async (
      url: string | undefined,
      cookie: string,
      path: string,
      body: unknown,
    ): Promise<Record<string, unknown>> => {
      const response = await fetch(new URL(path, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Record<string, unknown>
      if (response.status === 503) {
        // So many at once that the last of them are let in later, as they were told.
        await delay(200)
        return send(url, cookie, path, body)
      }
      expect(response.status).toBe(200)
      return answer
    }
    const sessions = await Promise.all(
      cookies.map((cookie) => send(urls[0], cookie, '/api/listening/start', { episodeId: house.episodes[10]?.id })),
    )
    await house.pass(60)
    const receipts = await Promise.all(
      sessions.map(({ id }, person) =>
        Promise.all(
          Array.from({ length: 20 }, (_, time) =>
            send(urls[time % 2], cookies[person] ?? '', '/api/listening/end', {
              sessionId: id,
              listeningDuration: 60,
              totalProgress: 60,
              completed: true,
            }),
          ),
        ),
      ),
    )
    for (const answers of receipts) {
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]).toMatchObject({ creditedSeconds: 60, completed: true })
    }
    const paid = await house.asAdmin(async (client) => {
      const { rows } = await client.query<{ kind: string; count: number }>(
        `select kind, count(*)::int from listening_points.ledger_entry where user_id = any($1) group by kind order by kind`,
        [ids],
      )
      return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
    })
    expect(paid).toMatchObject({ listening: 40, completed: 40, started: 40 })
    await expectNothingWrong()
  })
})
