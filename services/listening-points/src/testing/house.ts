import type { AnswerOf, BodyOf } from '@griot/contracts/endpoint'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { GetPoints } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db'
import { createLog } from '@griot/service-kit/log'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { serveForTest, type Visitor } from '@griot/service-kit/testing/service'
import pg from 'pg'
import { z } from 'zod'
import { createApp } from '../app.ts'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { cutByPeople } from '../parts/cut-by-people.ts'
import type { PaymentProvider } from '../tips/payment-provider.ts'
import { pledges } from '../tips/pledges.ts'
import { createCatalogue } from './catalogue.ts'

/** The database's clock, with hands: everything that asks `wall_clock()` sees them move. */
const giveClockHands = async (migratorUrl: string) => {
  const client = new pg.Client({ connectionString: migratorUrl })
  await client.connect()
  await client.query(`
    set search_path = listening_points;
    create table test_clock (stopped_at timestamptz, ahead interval not null);
    insert into test_clock values (null, '0');
    create or replace function wall_clock() returns timestamptz language sql volatile return (
      select date_trunc('milliseconds', coalesce(stopped_at, clock_timestamp())) + ahead from test_clock
    );
  `)
  return {
    client,
    /** From here on the clock only moves when it is moved. */
    async stop(at: Date) {
      await client.query("update test_clock set stopped_at = $1, ahead = '0'", [at])
    },
    /** Moves the clock by so many seconds; a negative number moves it back. */
    async pass(seconds: number) {
      await client.query("update test_clock set ahead = ahead + $1 * interval '1 second'", [seconds])
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>
export type Guest = Visitor & Person

const Entry = z.object({ kind: z.string(), source_id: z.string(), points: z.number() })

// `npm run test:partitioned`: the same tests, with the ledger and the sessions cut by people.
const PARTS = process.env.PARTITIONED === '1' ? 4 : undefined

/** The whole service on a database of its own, with a catalogue that tests fill and a clock that they move. */
export const openHouse = async (payments: PaymentProvider = pledges) => {
  const database = await createTestDatabase('listening_points', new URL('../../migrations/', import.meta.url))
  if (PARTS !== undefined) await cutByPeople(database.migratorUrl, { parts: PARTS, say: () => {} })
  const { db } = database
  const clock = await giveClockHands(database.migratorUrl)
  const catalogue = createCatalogue()
  const log = createLog('test', 'silent')
  const service = await serveForTest((verify) =>
    createApp({ db, facts: catalogue, payments, productName: 'Griot', boardKeptMs: 0, verify, log }),
  )
  return {
    db,
    log,
    catalogue,
    service,
    databaseUrl: database.url,
    migratorUrl: database.migratorUrl,
    /** The owner of the schema, for what the service may not do. */
    owner: clock.client,
    pass: clock.pass,
    stopClock: clock.stop,
    /** Somebody who has never been here. */
    guest: (): Guest => {
      const who = person()
      return { ...service.as(who), ...who }
    },
    entriesOf: ({ id }: Person) =>
      db.many(Entry, sql`select kind, source_id, points from ledger_entry where user_id = ${id} order by number`),
    async close() {
      await service.close()
      await clock.client.end()
      await database.drop()
    },
  }
}

export const ME = { params: { id: 'me' } } as const

export const start = (visitor: Visitor, { id }: Pick<EpisodeFacts, 'id'>) =>
  visitor.call(StartListening, { body: { episodeId: id } })

export const beat = (visitor: Visitor, sessionId: string, listeningDuration: number, totalProgress: number) =>
  visitor.call(HeartbeatListening, { body: { sessionId, listeningDuration, totalProgress } })

/** Ends a session by what the player says, and answers the receipt. */
export const end = (
  visitor: Visitor,
  sessionId: string,
  claim: Partial<BodyOf<typeof EndListening>> = {},
): Promise<AnswerOf<typeof EndListening>> =>
  visitor.call(EndListening, {
    body: { sessionId, listeningDuration: 0, totalProgress: 0, completed: false, ...claim },
  })

export const total = async (visitor: Visitor) => (await visitor.call(GetPoints, ME)).totalPoints
