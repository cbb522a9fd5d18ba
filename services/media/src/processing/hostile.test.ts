import { once } from 'node:events'
import { readdir, readlink, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { GetMediaTimeline } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recording } from '../testing/audio.ts'
import { hasZzuf, seeded, withBitsFlippedByZzuf, withFlippedBits } from '../testing/bytes.ts'
import { type HostileFile, hostileFiles, hugeFiles } from '../testing/hostile.ts'
import { formOf, upload } from '../testing/house.ts'
import { openWorkingHouse, type WorkingHouse } from '../testing/working-house.ts'

// The long run of the same: `HOSTILE_FLIPS=500 HOSTILE_BATCH=200`.
const FLIPS = Number(process.env.HOSTILE_FLIPS ?? 2)
const BATCH = Number(process.env.HOSTILE_BATCH ?? 0)
const MANY_FLIPS = 10
const IS_LONG = BATCH > 0
const LONG_MS = 3 * 60 * 60_000
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121)
// zzuf has ways of its own, and a process for each file.
const FLIPPERS = [
  { by: 'us', flip: withFlippedBits },
  ...(FLIPS >= MANY_FLIPS && hasZzuf ? [{ by: 'zzuf', flip: withBitsFlippedByZzuf }] : []),
]

let house: WorkingHouse
const canary = createServer((_, response) => {
  canaryHeard += 1
  response.end()
})
let canaryHeard = 0
let files: HostileFile[]

// Several people, because of each one file at a time is worked on.
const people = Array.from({ length: 6 }, () => person())
const somebody = (index: number) => people[index % people.length] ?? person()

beforeAll(async () => {
  house = await openWorkingHouse()
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
  files = await hostileFiles(`http://127.0.0.1:${(canary.address() as AddressInfo).port}`)
  if (IS_LONG) files.push(...(await hugeFiles()))
}, 400_000)
afterAll(async () => {
  canary.close()
  await house.close()
})

interface Ended {
  given: HostileFile
  file: MediaFile
}

const isOver = { status: expect.not.stringMatching('processing') }

/** Sends all of them, and waits until each has ended. */
const send = async (given: HostileFile[]): Promise<Ended[]> => {
  const sent: { given: HostileFile; id: string; who: (typeof people)[number] }[] = []
  for (const [index, hostile] of given.entries()) {
    const who = somebody(index)
    const { id } = await upload(house.service.as(who), formOf(hostile.bytes, hostile.name))
    sent.push({ given: hostile, id, who })
  }
  const ended: Ended[] = []
  for (const { given: hostile, id, who } of sent) {
    for (;;) {
      // As long as one is worked on, so long may it take; only what stands still for long is a failure.
      const file = await house.seen(who, id, isOver).catch(() => null)
      if (file === null) continue
      ended.push({ given: hostile, file })
      break
    }
  }
  return ended
}

const expectAsTold = ({ given, file }: Ended) => {
  const what = `${given.number} ${given.name}: ${file.status} ${file.duration} ${file.failure}`
  expect.soft(['ready', 'failed'], what).toContain(file.status)
  if (given.ends !== 'either') expect.soft(file.status, what).toBe(given.ends)
  if (file.status === 'ready' && given.seconds !== undefined) {
    expect.soft(Math.abs((file.duration ?? 0) - given.seconds), what).toBeLessThanOrEqual(given.seconds > 6 ? 1 : 0.5)
  }
  if (file.status === 'failed') expect.soft(file.failure, what).toMatch(/^This \S.*\.$/)
  expect.soft(file.originalName, what).not.toMatch(/[/\\\p{Cc}\u202e]/u)
  for (const said of [file.suggestions?.title, file.suggestions?.artist, file.suggestions?.album]) {
    expect.soft(said ?? '', what).not.toMatch(/[\p{Cc}\u202e]/u)
  }
}

/** Everything that is in the machine's temporary folder, but for what other tests do there. */
const strangers = async () => {
  const names = await readdir(tmpdir())
  return names.filter((name) => /\.(mp3|wav|m4a|ogg|flac|jpg|txt)$|^sound-only/.test(name))
}

const running = async () => {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (folder.startsWith(house.workDir)) found.push(pid)
  }
  return found
}

const expectNothingLeft = async () => {
  expect(canaryHeard).toBe(0)
  await expect.poll(running).toEqual([])
  await expect.poll(house.leftInWorkspace).toEqual([])
}

describe('files that somebody made to do harm', () => {
  it(
    'end as they must, each of them, and leave nothing behind',
    async () => {
      const before = await strangers()
      const ended = await send(files)

      for (const one of ended) expectAsTold(one)
      await expectNothingLeft()
      expect(await strangers()).toEqual(before)
      // No line of ours is theirs, and no file of theirs was tried twice.
      for (const { file } of ended) {
        const owner = people[files.findIndex(({ name }) => name === file.originalName) % people.length]
        if (owner === undefined) continue
        const timeline = await house.service
          .as(owner)
          .call(GetMediaTimeline, { params: { id: file.id } })
          .catch(() => [])
        expect(timeline.filter(({ kind }) => kind === 'interrupted')).toEqual([])
      }
    },
    IS_LONG ? LONG_MS : 150_000,
  )

  it.each(FLIPPERS)(
    'may be any good file with some bits turned over by $by',
    async ({ flip }) => {
      const random = seeded(SEED)
      const good = []
      for (const recipe of ['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac', 'opus'] as const) {
        good.push({ recipe, bytes: await recording(recipe, 2) })
      }
      for (let round = 0; round < FLIPS; round += 10) {
        const flipped = good.flatMap(({ recipe, bytes }) =>
          Array.from({ length: Math.min(10, FLIPS - round) }, (_, index): HostileFile => {
            const share = 10 ** -(2 + random() * 3)
            return {
              number: 0,
              name: `${recipe}-${round + index}.${recipe}`,
              bytes: flip(bytes, share, random),
              ends: 'either',
            }
          }),
        )
        for (const one of await send(flipped)) expectAsTold(one)
      }
      await expectNothingLeft()
    },
    FLIPS >= MANY_FLIPS ? LONG_MS : 120_000,
  )

  it.runIf(IS_LONG)(
    'do not keep good ones from being ready, nor make the worker grow',
    async () => {
      const bad = files.filter(({ ends, number }) => ends === 'failed' && number !== 32)
      const sound = await recording('mp3', 5)
      const many = Array.from({ length: BATCH }, (_, index) => bad[index % bad.length]).filter(
        (file) => file !== undefined,
      )
      const good = Array.from(
        { length: 20 },
        (_, index): HostileFile => ({ number: 1, name: `good-${index}.mp3`, bytes: sound, ends: 'ready', seconds: 5 }),
      )
      const mixed = [...many]
      for (const [index, file] of good.entries()) mixed.splice(index * Math.ceil(BATCH / 20), 0, file)
      const before = process.memoryUsage().rss
      const began = Date.now()
      const ended = await send(mixed)

      for (const one of ended) expectAsTold(one)
      expect(Date.now() - began).toBeLessThan(BATCH * 5_000)
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150)
      await expectNothingLeft()
    },
    LONG_MS,
  )
})

describe('what is run', () => {
  it('is given no more than its job: nothing of it can write into our folders', async () => {
    expect((await stat(house.workDir)).mode & 0o077).toBe(0)
  })
})
