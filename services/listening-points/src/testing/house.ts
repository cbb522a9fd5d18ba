import type { AnswerOf, BodyOf } from '@griot/contracts/endpoint'
import { EndListening, type HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { createLog } from '@griot/service-kit/log'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { person } from '@griot/service-kit/testing/identity'
import { serveForTest, type Visitor } from '@griot/service-kit/testing/service'
import pg from 'pg'
import { createApp } from '../app.ts'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { pledges } from '../tips/pledges.ts'
import { createCatalogue } from './catalogue.ts'

/** The database's clock, with hands: everything that asks `wall_clock()` sees them move. */
const giveClockHands = async (migratorUrl: string) => {
  const client = new pg.Client({ connectionString: migratorUrl })
  await client.connect()
  await client.query(`
    set search_path = listening_points;
    create table test_clock (ahead interval not null);
    insert into test_clock values ('0');
    create or replace function wall_clock() returns timestamptz language sql volatile
      return date_trunc('milliseconds', clock_timestamp()) + (select ahead from test_clock);
  `)
  return {
    /** Moves the clock; a negative number moves it back. */
    async pass(seconds: number) {
      await client.query("update test_clock set ahead = ahead + $1 * interval '1 second'", [seconds])
    },
    end: () => client.end(),
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

/** The whole service on a database of its own, with a catalogue that tests fill and a clock that they move. */
export const openHouse = async () => {
  const database = await createTestDatabase('listening_points', new URL('../../migrations/', import.meta.url))
  const clock = await giveClockHands(database.migratorUrl)
  const catalogue = createCatalogue()
  const log = createLog('test', 'silent')
  const service = await serveForTest((verify) =>
    createApp({ db: database.db, facts: catalogue, payments: pledges, verify, log }),
  )
  return {
    db: database.db,
    database,
    catalogue,
    log,
    service,
    pass: clock.pass,
    /** Somebody who has never been here. */
    visitor: () => {
      const who = person()
      return { ...service.as(who), ...who }
    },
    async close() {
      await service.close()
      await clock.end()
      await database.drop()
    },
  }
}

export const start = (visitor: Visitor, episode: EpisodeFacts) =>
  visitor.call(StartListening, { body: { episodeId: episode.id } })

/** Ends a session by what the player says, and answers the receipt. */
export const end = (
  visitor: Visitor,
  sessionId: string,
  claim: Partial<BodyOf<typeof EndListening>> = {},
): Promise<AnswerOf<typeof EndListening>> =>
  visitor.call(EndListening, {
    body: { sessionId, listeningDuration: 0, totalProgress: 0, completed: false, ...claim },
  })

export type Beat = BodyOf<typeof HeartbeatListening>
