import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { GetMediaTimeline } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { person } from '@griot/service-kit/testing/identity'
import { programsIn } from '@griot/service-kit/testing/programs-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recording } from '../testing/audio.ts'
import { hasZzuf, seeded, withBitsFlippedByZzuf, withFlippedBits } from '../testing/bytes.ts'
import { formOf, upload } from '../testing/harness.ts'
import { type HostileFile, hostileFiles, hugeFiles } from '../testing/hostile.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'

// `HOSTILE_FLIPS=500 HOSTILE_BATCH=200` selects the long run.
const FLIPS = Number(process.env.HOSTILE_FLIPS ?? 2)
const BATCH = Number(process.env.HOSTILE_BATCH ?? 0)
const MANY_FLIPS = 10
const IS_LONG = BATCH > 0
const LONG_MS = 3 * 60 * 60_000
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121)
// zzuf flips bits in other patterns, and starts a process for each file.
const FLIPPERS = [
  { by: 'our own function', flip: withFlippedBits },
  ...(FLIPS >= MANY_FLIPS && hasZzuf ? [{ by: 'zzuf', flip: withBitsFlippedByZzuf }] : []),
]

let harness: WorkerHarness
const canary = createServer((_, response) => {
  canaryRequests += 1
  response.end()
})
let canaryRequests = 0
let files: HostileFile[]

// Several owners, because a worker processes one file of each owner at a time.
const people = Array.from({ length: 6 }, () => person())
const ownerOf = (index: number) => people[index % people.length] ?? person()

beforeAll(async () => {
  harness = await openWorkerHarness()
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
  files = await hostileFiles(`http://127.0.0.1:${(canary.address() as AddressInfo).port}`)
  if (IS_LONG) files.push(...(await hugeFiles()))
}, 400_000)
afterAll(async () => {
  canary.close()
  await harness.close()
})

interface Ended {
  input: HostileFile
  file: MediaFile
}

const isOver = { status: expect.not.stringMatching('processing') }

/** Uploads all of them, and waits until each is processed. */
const send = async (input: HostileFile[]): Promise<Ended[]> => {
  const sent: { input: HostileFile; id: string; who: (typeof people)[number] }[] = []
  for (const [index, hostile] of input.entries()) {
    const who = ownerOf(index)
    const { id } = await upload(harness.service.as(who), formOf(hostile.bytes, hostile.name))
    sent.push({ input: hostile, id, who })
  }
  const ended: Ended[] = []
  for (const { input: hostile, id, who } of sent) {
    for (;;) {
      // Processing may take longer than one wait. Only the timeout of the test fails it.
      const file = await harness.waitForFile(who, id, isOver).catch(() => null)
      if (file === null) continue
      ended.push({ input: hostile, file })
      break
    }
  }
  return ended
}

const expectOutcome = ({ input, file }: Ended) => {
  const what = `${input.number} ${input.name}: ${file.status} ${file.duration} ${file.failure}`
  expect.soft(['ready', 'failed'], what).toContain(file.status)
  if (input.ends !== 'either') expect.soft(file.status, what).toBe(input.ends)
  if (file.status === 'ready' && input.seconds !== undefined) {
    expect.soft(Math.abs((file.duration ?? 0) - input.seconds), what).toBeLessThanOrEqual(input.seconds > 6 ? 1 : 0.5)
  }
  if (file.status === 'failed') expect.soft(file.failure, what).toMatch(/^This \S.*\.$/)
  expect.soft(file.originalName, what).not.toMatch(/[/\\\p{Cc}\u202e]/u)
  for (const said of [file.suggestions?.title, file.suggestions?.artist, file.suggestions?.album]) {
    expect.soft(said ?? '', what).not.toMatch(/[\p{Cc}\u202e]/u)
  }
}

/** Media files in the temporary folder of the machine. */
const strayFiles = async () => {
  const names = await readdir(tmpdir())
  return names.filter((name) => /\.(mp3|wav|m4a|ogg|flac|jpg|txt)$|^sound-only/.test(name))
}

const expectNothingLeft = async () => {
  expect(canaryRequests).toBe(0)
  await expect.poll(() => programsIn(basename(harness.workDir))).toEqual([])
  await expect.poll(harness.jobFolders).toEqual([])
}

describe('hostile files', () => {
  it(
    'end as expected and leave no files or processes',
    async () => {
      const before = await strayFiles()
      const ended = await send(files)

      for (const one of ended) expectOutcome(one)
      await expectNothingLeft()
      expect(await strayFiles()).toEqual(before)
      // No file caused a second attempt.
      for (const { file } of ended) {
        const owner = people[files.findIndex(({ name }) => name === file.originalName) % people.length]
        if (owner === undefined) continue
        const timeline = await harness.service
          .as(owner)
          .call(GetMediaTimeline, { params: { id: file.id } })
          .catch(() => [])
        expect(timeline.filter(({ kind }) => kind === 'interrupted')).toEqual([])
      }
    },
    IS_LONG ? LONG_MS : 150_000,
  )

  it.each(FLIPPERS)(
    'end as expected if bits of good files were flipped by $by',
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
        for (const one of await send(flipped)) expectOutcome(one)
      }
      await expectNothingLeft()
    },
    FLIPS >= MANY_FLIPS ? LONG_MS : 120_000,
  )

  it.runIf(IS_LONG)(
    'do not delay good files or increase the memory of the worker',
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

      for (const one of ended) expectOutcome(one)
      expect(Date.now() - began).toBeLessThan(BATCH * 5_000)
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150)
      await expectNothingLeft()
    },
    LONG_MS,
  )
})

describe('the work folder', () => {
  it('is accessible only to the worker', async () => {
    expect((await stat(harness.workDir)).mode & 0o077).toBe(0)
  })
})
