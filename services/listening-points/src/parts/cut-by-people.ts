import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@griot/service-kit/db'
import { createLog } from '@griot/service-kit/log'
import type pg from 'pg'
import { catchUp, compareAll, copySettled } from './copy.ts'
import { makeForeignKeys, makeIndexes, makeTables, type Shapes, takeOverNumbers } from './make.ts'
import { measureCut } from './may-cut.ts'
import { beginNoting, makeNotes, noteUnsettled } from './notes.ts'
import { type Shape, shapeOf } from './shape.ts'
import { BEFORE, CutRefused, MAKING, SCHEMA, TABLES } from './tables.ts'

export interface Cut {
  parts: number
  say: (line: string) => void
}

// A service that waits for a table gives up after three seconds, and PostgreSQL looks for circles after one: before
// either, this gives way, and comes again.
const LOCK_TIMEOUT = '800ms'
const PAUSE_MS = 1_000
const TRIES = 300
const ONE_AT_A_TIME = 7_250_321
/** Of migrations: none may begin while the tables change places. */
const MIGRATING = 7_250_302
const TOLD_EVERY_MS = 10_000

const isInTheWay = (error: unknown) => /^(55P03|40P01)$/.test((error as { code?: string }).code ?? '')

const inOne = async <Result>(client: pg.ClientBase, begin: string, work: () => Promise<Result>): Promise<Result> => {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * A short transaction that needs tables for itself, tried until they are free for a moment. `before` each try goes what
 * makes it shorter.
 */
const insistently = async <Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
  before: () => Promise<unknown> = async () => {},
): Promise<Result> => {
  for (let left = TRIES - 1; ; left--) {
    await before()
    try {
      return await inOne(client, `begin; set local lock_timeout = '${LOCK_TIMEOUT}'`, work)
    } catch (error) {
      if (!isInTheWay(error)) throw error
      if (left === 0) {
        throw new CutRefused(
          'Somebody is in the tables for very long, as a backup is: nothing was changed. Try again later.',
        )
      }
      await delay(PAUSE_MS)
    }
  }
}

const runAll = async (client: pg.ClientBase, statements: readonly string[]) => {
  for (const statement of statements) await client.query(statement)
}

const look = async (client: pg.ClientBase): Promise<Shapes> => {
  const shapes: Record<string, Shape> = {}
  for (const { name } of TABLES) shapes[name] = await shapeOf(client, name)
  return shapes
}

/** The tables themselves are never in there while they count. */
const removeRest = (client: pg.ClientBase) =>
  insistently(client, async () => {
    for (const schema of [MAKING, BEFORE]) await client.query(`drop schema if exists ${schema} cascade`)
  })

const copyAll = async (client: pg.ClientBase, say: Cut['say'], shapes: Shapes) => {
  const began = Date.now()
  let told = began
  await copySettled(client, shapes, (name, share, rows) => {
    if (share < 1 && Date.now() - told < TOLD_EVERY_MS) return
    told = Date.now()
    say(`${name}: ${Math.round(share * 100)} %, ${rows.toLocaleString('en')} rows`)
  })
}

const buildAll = async (client: pg.ClientBase, { parts, say }: Cut, shapes: Shapes) => {
  for (const { what, statements } of makeIndexes(shapes, parts)) {
    say(`Building ${what}`)
    await runAll(client, statements)
  }
  say('Holding them against the listeners')
  const foreignKeys = makeForeignKeys(shapes, parts)
  await insistently(client, () => runAll(client, foreignKeys.announce))
  await runAll(client, foreignKeys.validate)
  await insistently(client, () => runAll(client, foreignKeys.join))
  // Without it the first statements would be planned blindly. PostgreSQL cleans new tables up by itself, in its own time.
  for (const { name } of TABLES) await client.query(`analyze ${MAKING}.${name}`)
}

const moveTo = (schema: string, from: string, tables: readonly string[]) =>
  tables.map((table) => `alter table ${from}.${table} set schema ${schema}`)

/** The moment in which the parts become the tables. Answers when it began. */
const changePlaces = async (client: pg.ClientBase, shapes: Shapes): Promise<number> => {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as held', [MIGRATING])
  if (!rows[0].held) throw Object.assign(new Error('somebody is migrating'), { code: '55P03' })
  if (JSON.stringify(await look(client)) !== JSON.stringify(shapes)) {
    throw new CutRefused('The tables were changed by a migration meanwhile: nothing was changed. Begin again.')
  }
  const names = TABLES.map(({ name }) => name)
  const began = performance.now()
  await client.query(`lock table ${names.map((name) => `${SCHEMA}.${name}`).join(', ')} in access exclusive mode`)
  await catchUp(client, shapes, true)
  await takeOverNumbers(client, shapes)
  // Sent together: every way there and back is time that others wait.
  const moves = [`create schema ${BEFORE}`, ...moveTo(BEFORE, SCHEMA, names), ...moveTo(SCHEMA, MAKING, names)]
  await client.query(moves.join('; '))
  return began
}

const cutIt = async (client: pg.ClientBase, cut: Cut): Promise<{ lockedMs: number }> => {
  const { parts, say } = cut
  const shapes = await look(client)
  await client.query(`set maintenance_work_mem = '256MB'; set work_mem = '128MB'; set synchronous_commit = off`)
  await inOne(client, 'begin', async () => {
    await client.query(`create schema ${MAKING}`)
    await runAll(client, makeTables(shapes, parts))
    await client.query(makeNotes)
  })
  await insistently(client, () => runAll(client, beginNoting))
  await runAll(client, noteUnsettled)

  say('Copying')
  await copyAll(client, say, shapes)
  await buildAll(client, cut, shapes)
  say('Comparing everybody’s sums')
  const asOneMoment = 'begin isolation level repeatable read'
  await inOne(client, asOneMoment, async () => {
    await catchUp(client, shapes, false)
    await compareAll(client)
  })

  await client.query('set synchronous_commit = on')
  const began = await insistently(
    client,
    () => changePlaces(client, shapes),
    () => inOne(client, asOneMoment, () => catchUp(client, shapes, false)),
  )
  const lockedMs = Math.round(performance.now() - began)
  say('Removing the tables from before')
  await removeRest(client)
  return { lockedMs }
}

/** On a connection of its own, as the role that owns the tables: one at a time, and with no limit of time. */
const asOwner = async <Result>(url: string, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> => {
  const db = connect({ url, log: createLog('ledger-partition', 'warn'), max: 1 })
  const client = await db.openConnection()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [ONE_AT_A_TIME])
    if (!rows[0].held) throw new CutRefused('Another one is at it.')
    return await work(client)
  } finally {
    await client.end()
    await db.close()
  }
}

/**
 * Cuts the ledger and the sessions by people into parts, while people go on listening: copies what never changes again,
 * catches up with what was added meanwhile, compares everybody's sums, and only then, in one transaction of moments, puts
 * the parts in the tables' place. Until that one has ended nothing that counts has changed; broken off, it begins anew.
 * Answers for how long the others had to wait.
 */
export const cutByPeople = (url: string, cut: Cut) =>
  asOwner(url, async (client) => {
    await removeRest(client)
    await measureCut(client, undefined)
    try {
      return await cutIt(client, cut)
    } catch (error) {
      await removeRest(client).catch(() => {})
      throw error
    }
  })

/** Removes what a run has left that was broken off. */
export const abandonCut = (url: string) => asOwner(url, removeRest)

/** What there is to cut; throws a {@link CutRefused} if it cannot be. */
export const lookAtCut = (url: string, freeBytes: number | undefined) =>
  asOwner(url, (client) => measureCut(client, freeBytes))
