import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, openPointsHarness, type PointsHarness, type PointsResponse } from './points-harness.ts'
import { Acknowledgements, listen } from './points-load.ts'

let harness: PointsHarness

beforeAll(async () => {
  harness = await openPointsHarness()
}, 120_000)
afterAll(() => harness.close())

const LISTENERS = 12
/** During a test one real second is a minute, so that sessions earn points and time out quickly. */
const SPEED = 60

/** Injects a fault while users listen. Afterwards repeats of all requests return the same responses and the audit passes. */
const testUnderLoad = async (injectFault: (acknowledgements: Acknowledgements) => Promise<void>) => {
  const stopping = new AbortController()
  const acknowledgements = new Acknowledgements()
  const callers = await Promise.all(Array.from({ length: LISTENERS }, () => harness.createCaller(randomUUID())))
  await harness.advance(0, SPEED)
  const listening = Promise.all(callers.map((caller) => listen(caller, harness, acknowledgements, stopping.signal)))
  await Promise.race([injectFault(acknowledgements), listening])
  stopping.abort()
  await listening
  await harness.advance(0)

  for (const { caller, path, body, headers, response } of acknowledgements.all) {
    expect(await caller.request(path, body, headers)).toEqual({ ...response, isRepeat: true })
  }
  await expectConsistentLedger()
}

const expectConsistentLedger = async () => {
  expect(await harness.audit()).toMatchObject({ code: 0 })
  expect(harness.isServiceRunning()).toBe(true)
}

/** Runs `work` while every insert into a table takes a second, as with a slow disk. */
const withSlowInserts = async (table: string, work: () => Promise<void>) => {
  await harness.asSuperuser((client) =>
    client.query(`
      create or replace function listening_points.slow_insert() returns trigger language plpgsql as $$
        begin perform pg_sleep(1); return new; end $$;
      create trigger slow_insert before insert on listening_points.${table}
        for each row execute function listening_points.slow_insert();
    `),
  )
  try {
    await work()
  } finally {
    await harness.asSuperuser((client) => client.query(`drop trigger slow_insert on listening_points.${table}`))
  }
}

/** Resolves when a statement of the service is in its slow insert. */
const waitForInsert = async () => {
  const isSlow = () =>
    harness.asSuperuser(async (client) => {
      const { rowCount } = await client.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")
      return rowCount !== 0
    })
  while (!(await isSlow())) await delay(20)
}

const sessionsOf = ({ id }: Caller) =>
  harness.asSuperuser(async (client) => {
    const { rows } = await client.query<{ ended: boolean; points: number }>(
      `select ended_at is not null as ended, points_earned as points from listening_points.listening_session
       where user_id = $1 order by started_at`,
      [id],
    )
    return rows
  })

describe('the points service', { timeout: 120_000 }, () => {
  it('keeps every acknowledged request when it is killed several times under load', () =>
    testUnderLoad(async (acknowledgements) => {
      for (let kill = 0; kill < 3; kill++) {
        await acknowledgements.waitForMore(LISTENERS)
        await harness.killService()
      }
    }))

  it('ends a session once when it is killed during the end and the client repeats it', async () => {
    const caller = await harness.createCaller(randomUUID())
    const { body } = await caller.request('/api/listening/start', { episodeId: harness.episodes[0]?.id })
    await harness.advance(10)
    const claim = { sessionId: body.id, listeningDuration: 10, totalProgress: 10, completed: true }

    let ended: Promise<PointsResponse> | undefined
    await withSlowInserts('outbox', async () => {
      ended = caller.request('/api/listening/end', claim)
      await waitForInsert()
      await harness.killService()
      expect(await ended).toMatchObject({ status: 200, body: { creditedSeconds: 10 } })
    })
    expect(await sessionsOf(caller)).toEqual([{ ended: true, points: 25 }])
    await expectConsistentLedger()
  })

  it('credits the minutes of an open session once when it is killed before the commit', async () => {
    const caller = await harness.createCaller(randomUUID())
    const { body } = await caller.request('/api/listening/start', { episodeId: harness.episodes.at(-1)?.id })
    const listen = async (seconds: number) => {
      await harness.advance(60)
      const claim = { sessionId: body.id, listeningDuration: seconds, totalProgress: seconds }
      return caller.request('/api/listening/heartbeat', claim)
    }
    for (let minute = 1; minute < 10; minute++) await listen(minute * 60)

    await withSlowInserts('ledger_entry', async () => {
      const tenth = listen(600)
      await waitForInsert()
      await harness.killService()
      expect(await tenth).toMatchObject({ status: 200, body: { pendingPoints: 0, totalPoints: 15 } })
    })
    expect(await sessionsOf(caller)).toEqual([{ ended: false, points: 15 }])
    await expectConsistentLedger()
  })

  it('rolls back when it is killed before the commit, and the repeat succeeds once', async () => {
    const caller = await harness.createCaller(randomUUID())
    const first = await caller.request('/api/listening/start', { episodeId: harness.episodes[1]?.id })
    await harness.advance(10)
    await caller.request('/api/listening/heartbeat', {
      sessionId: first.body.id,
      listeningDuration: 10,
      totalProgress: 10,
    })

    // A start that ends another session first consists of several statements. The first ones have run when it is killed.
    await withSlowInserts('listening_session', async () => {
      const second = caller.request('/api/listening/start', { episodeId: harness.episodes[2]?.id })
      await waitForInsert()
      await harness.killService()
      expect(await second).toMatchObject({ status: 200 })
    })
    expect((await sessionsOf(caller)).map(({ ended }) => ended)).toEqual([true, false])
    await expectConsistentLedger()
  })
})

describe('PostgreSQL', { timeout: 120_000 }, () => {
  it('loses no acknowledged request when it is killed under load', () =>
    testUnderLoad(async (acknowledgements) => {
      for (let kill = 0; kill < 2; kill++) {
        await acknowledgements.waitForMore(LISTENERS)
        await harness.killPostgres()
        expect(harness.isServiceRunning()).toBe(true)
      }
      await acknowledgements.waitForMore(LISTENERS)
    }))

  it('causes fast 503 responses while it is frozen, and no errors afterwards', () =>
    testUnderLoad(async (acknowledgements) => {
      await acknowledgements.waitForMore(LISTENERS)
      const unfreeze = harness.freezePostgres()
      try {
        const caller = await harness.createCaller(randomUUID())
        // More requests than connections, so that the last ones wait for a connection.
        const asked = Array.from({ length: 30 }, () => caller.tryToStart(harness.episodes[0]?.id ?? ''))
        for (const { status, code, seconds } of await Promise.all(asked)) {
          expect({ status, code }).toEqual({ status: 503, code: 'database.unavailable' })
          // Less than the timeout of the gateway.
          expect(seconds).toBeLessThan(6)
        }
      } finally {
        unfreeze()
      }
      await acknowledgements.waitForMore(LISTENERS)
    }))
})

describe('40 listeners who each end a session 20 times at once, through two gateways', { timeout: 120_000 }, () => {
  it('are credited once each, if they have loaded the audio, and otherwise earn nothing', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID())
    const { urls, cookies } = await harness.openGateways(2, ids)
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
      const result = (await response.json()) as Record<string, unknown>
      if (response.status === 503) {
        // The gateway sheds load. Retry, as the response requests.
        await delay(200)
        return send(url, cookie, path, body)
      }
      expect(response.status).toBe(200)
      return result
    }
    const episode = harness.episodes[10]
    const half = cookies.length / 2
    const sessions = await Promise.all(
      cookies.map((cookie) => send(urls[0], cookie, '/api/listening/start', { episodeId: episode?.id })),
    )
    // Half of the listeners load the audio. The others claim the same.
    const load = async (cookie: string) => {
      const response = await fetch(new URL(episode?.audioUrl ?? '', urls[0]), { headers: { cookie } })
      expect((await response.arrayBuffer()).byteLength).toBe(10_000)
    }
    await Promise.all(cookies.slice(0, half).map(load))
    // The other gateway reads what this one has stored.
    const countStored = () =>
      harness.asSuperuser(async (client) => (await client.query('select from gateway.audio_sent')).rowCount)
    await expect.poll(countStored, { timeout: 30_000 }).toBe(half)
    await harness.advance(60)
    const receipts = await Promise.all(
      sessions.map(({ id }, index) =>
        Promise.all(
          Array.from({ length: 20 }, (_, attempt) =>
            send(urls[attempt % 2], cookies[index] ?? '', '/api/listening/end', {
              sessionId: id,
              listeningDuration: 60,
              totalProgress: 60,
              completed: true,
            }),
          ),
        ),
      ),
    )
    for (const [index, copies] of receipts.entries()) {
      expect(new Set(copies.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
      const expected = index < half ? { creditedSeconds: 60, completed: true } : { pointsEarned: 0, creditedSeconds: 0 }
      expect(copies[0]).toMatchObject(expected)
    }
    const credited = await harness.asSuperuser(async (client) => {
      const { rows } = await client.query<{ kind: string; count: number }>(
        `select kind, count(*)::int from listening_points.ledger_entry where user_id = any($1) group by kind order by kind`,
        [ids],
      )
      return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
    })
    expect(credited).toMatchObject({ listening: half, completed: half, started: half })
    await expectConsistentLedger()
  })
})
