import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createLog } from '@griot/service-kit/log'
import { describe, expect, it } from 'vitest'
import { createDoor, type Leave } from './door.ts'

const log = createLog('test', 'silent')
const PATIENT_MS = 3_600_000
const doorFor = (inside: number, waiting: number, patienceMs = PATIENT_MS) =>
  createDoor({ name: 'catalog', inside, waiting, patienceMs, log })
const BUSY = { status: 503, code: 'service.busy', retryAfter: 2 }

/** Who stands in line, and when they get in. */
const inOrder = (door: ReturnType<typeof doorFor>, names: string[]) => {
  const entered: string[] = []
  const leaves = names.map(async (name) => {
    const leave = await door.enter()
    entered.push(name)
    return leave
  })
  return { entered, leaves }
}

describe('the door to a service', () => {
  it('lets in one for each who leaves, in the order in which they came', async () => {
    const door = doorFor(1, 9)
    const { entered, leaves } = inOrder(door, ['ama', 'kofi', 'esi'])

    const leave = (await leaves[0]) as Leave
    expect(entered).toEqual(['ama'])
    leave()
    // Nobody leaves twice.
    leave()
    const kofi = (await leaves[1]) as Leave
    expect(entered).toEqual(['ama', 'kofi'])
    kofi()
    await leaves[2]
    expect(entered).toEqual(['ama', 'kofi', 'esi'])
  })

  it('turns away at once whoever would stand behind too many', async () => {
    const door = doorFor(1, 2)
    const { leaves } = inOrder(door, ['ama', 'kofi', 'esi'])

    await expect(door.enter()).rejects.toMatchObject(BUSY)

    const leave = (await leaves[0]) as Leave
    leave()
    const { leaves: later } = inOrder(door, ['yaw'])
    for (const next of [leaves[1], leaves[2], later[0]]) ((await next) as Leave)()
    await door.enter()
  })

  it('tells who has waited for too long to come later', async () => {
    const door = doorFor(1, 2, 1)
    const leave = await door.enter()

    await expect(door.enter()).rejects.toMatchObject(BUSY)
    leave()
    await door.enter()
  })

  it('keeps no place for who is gone', async () => {
    const door = doorFor(1, 1)
    const leave = await door.enter()
    const gone = new EventEmitter()
    const waiting = door.enter(gone as ServerResponse)
    gone.emit('close')
    await expect(waiting).rejects.toMatchObject(BUSY)

    const { entered, leaves } = inOrder(door, ['kofi'])
    leave()
    await leaves[0]
    expect(entered).toEqual(['kofi'])
  })
})
