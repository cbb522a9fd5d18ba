import type { BodyOf, ResponseOf } from '@griot/contracts/endpoint'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { GetLeaderboard, GetPoints } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { ADDRESS_HASH_HEADER } from '@griot/service-kit/identity/address-hash'
import { AUDIO_SENT_HEADER, type SentAudio } from '@griot/service-kit/identity/audio-sent'
import { createLog } from '@griot/service-kit/log/log'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { serveForTest, type Visitor } from '@griot/service-kit/testing/service'
import pg from 'pg'
import { z } from 'zod'
import { createApp } from '../app.ts'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { type PaymentProvider, pledges } from '../tips/payment-provider.ts'
import { createFakeCatalog } from './fake-catalog.ts'

/** Replaces `wall_clock()`, from which all SQL reads the time, by a clock that tests set. */
const replaceClock = async (migratorUrl: string) => {
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
    /** From now on only `advance` moves the clock. */
    async stop(at: Date) {
      await client.query("update test_clock set stopped_at = $1, ahead = '0'", [at])
    },
    /** A negative number of seconds sets the clock back. */
    async advance(seconds: number) {
      await client.query("update test_clock set ahead = ahead + $1 * interval '1 second'", [seconds])
    },
  }
}

export type Harness = Awaited<ReturnType<typeof createHarness>>
export interface TestListener extends Visitor, Person {
  /** The audio of the last recordings that the gateway has sent; null for a gateway of the release before. */
  sent: Record<string, SentAudio> | null
  addressHash?: string
}
/** More recordings than the gateway states, because some tests use many sessions at once. The header stays below 16 KB. */
const MOST_SENT = 64
export const WHOLE: SentAudio = { share: 1, reach: 1 }

const Entry = z.object({ kind: z.string(), source_id: z.string(), points: z.number() })

/** The service on its own database, with a catalog that tests fill and a clock that they set. */
export const createHarness = async (payments: PaymentProvider = pledges) => {
  const database = await createTestDatabase('listening_points', new URL('../../migrations/', import.meta.url))
  const { db } = database
  const clock = await replaceClock(database.migratorUrl)
  const catalog = createFakeCatalog()
  const log = createLog('test', 'silent')
  const service = await serveForTest((verify, verifySent) =>
    createApp({ db, facts: catalog, payments, productName: 'Griot', verify, verifySent, log }),
  )
  const headersOf = async ({ id, sent, addressHash }: TestListener) => {
    const files = Object.fromEntries(Object.entries(sent ?? {}).slice(-MOST_SENT))
    return {
      ...(sent !== null && { [AUDIO_SENT_HEADER]: await service.signAudioSent(id, files) }),
      ...(addressHash !== undefined && { [ADDRESS_HASH_HEADER]: addressHash }),
    }
  }
  return {
    db,
    log,
    catalog,
    service,
    databaseUrl: database.url,
    migratorUrl: database.migratorUrl,
    /** A connection as the owner of the schema, for statements that the service may not run. */
    owner: clock.client,
    advance: clock.advance,
    stopClock: clock.stop,
    /** A user without a row in `listener` yet. */
    listener: (): TestListener => {
      const user = person()
      const listener: TestListener = { ...user, ...service.as(user, () => headersOf(listener)), sent: {} }
      return listener
    },
    /** Hears 30 seconds of an episode, which earns the points for its start. */
    async earnStart(listener: TestListener, episode: Pick<EpisodeFacts, 'id'> = catalog.addEpisode()) {
      const { id } = await start(listener, episode)
      await clock.advance(30)
      return end(listener, id, { listeningDuration: 30, totalProgress: 30 })
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

/** The gateway sends the whole audio, unless the test has set what it sends. */
export const start = (
  visitor: Visitor & Partial<Pick<TestListener, 'sent'>>,
  { id, audioFileId = id }: StartedEpisode,
) => {
  if (visitor.sent && audioFileId !== null) visitor.sent[audioFileId] ??= WHOLE
  return visitor.call(StartListening, { body: { episodeId: id } })
}
type StartedEpisode = Pick<EpisodeFacts, 'id'> & Partial<Pick<EpisodeFacts, 'audioFileId'>>

export const heartbeat = (visitor: Visitor, sessionId: string, listeningDuration: number, totalProgress: number) =>
  visitor.call(HeartbeatListening, { body: { sessionId, listeningDuration, totalProgress } })

/** Returns the receipt. */
export const end = (
  visitor: Visitor,
  sessionId: string,
  claim: Partial<BodyOf<typeof EndListening>> = {},
): Promise<ResponseOf<typeof EndListening>> =>
  visitor.call(EndListening, {
    body: { sessionId, listeningDuration: 0, totalProgress: 0, completed: false, ...claim },
  })

export const total = async (visitor: Visitor) => (await visitor.call(GetPoints, ME)).totalPoints

/** The leaderboard, as the gateway requests it for a listener who has just written. */
export const readBoard = async (visitor: Visitor, limit = 10) => {
  const response = await visitor.fetch(`${GetLeaderboard.path}?limit=${limit}`, {
    headers: { [READ_YOUR_WRITES_HEADER]: '0' },
  })
  return GetLeaderboard.response.parse(await response.json())
}
