import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GetMedia, RetryMedia } from '@griot/contracts/media/files'
import { CancelQueueItem } from '@griot/contracts/queue'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { recording } from './testing/audio.ts'
import { formOf, type House, openHouse, upload } from './testing/house.ts'

const ama = person()
let house: House
let workDir: string
const workers: ChildProcess[] = []

beforeAll(async () => {
  house = await openHouse()
  house.startOutbox()
  workDir = await mkdtemp(join(tmpdir(), 'griot-test-work-'))
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await end(worker, 'SIGKILL')
})
afterAll(async () => {
  await house.close()
  await rm(workDir, { recursive: true, force: true })
})

const startWorker = async (more: Record<string, string> = {}) => {
  const worker = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./worker.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'fatal',
      DATABASE_URL: house.database.url,
      OBJECTS_DIR: house.objectsDir,
      WORK_DIR: workDir,
      ...more,
    },
  })
  workers.push(worker)
  const [message] = await once(worker, 'message')
  expect(message).toEqual({ ready: true })
  return worker
}

const end = async (worker: ChildProcess, signal: NodeJS.Signals) => {
  if (worker.exitCode !== null || worker.signalCode !== null) return worker.exitCode
  worker.kill(signal)
  await once(worker, 'exit')
  return worker.exitCode
}

const see = (id: string) => house.service.as(ama).call(GetMedia, { params: { id } })

/** Every process that runs in this test's work folder, or in one worker's part of it. */
const decoders = async (folder = workDir) => {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (cwd.startsWith(folder)) found.push(Number(pid))
  }
  return found
}
const decodersOf = ({ pid }: ChildProcess) => decoders(join(workDir, `griot-media-${pid}-`))

/** The worker whose ffmpeg runs right now. */
const workerAtWork = () =>
  vi.waitFor(
    async () => {
      for (const worker of workers) {
        const isAlive = worker.exitCode === null && worker.signalCode === null
        if (isAlive && (await decodersOf(worker)).length > 0) return worker
      }
      throw new Error('nobody works')
    },
    { timeout: 60_000, interval: 20 },
  )

/** Seconds to decode and nothing to make: the same ten seconds over and over, as MP3 allows. */
const longRecording = async (seconds: number) => {
  const tenSeconds = await recording('mp3', 10, ['-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0'])
  return Buffer.concat(Array.from({ length: seconds / 10 }, () => tenSeconds))
}

describe('the media worker', () => {
  it('does its work, and leaves nothing when it is asked to end', async () => {
    const worker = await startWorker()
    const { id } = await upload(house.service.as(ama), formOf(await recording('mp3', 30)))
    await vi.waitFor(async () => expect(await see(id)).toMatchObject({ status: 'ready', duration: 30 }), 30_000)

    expect(await end(worker, 'SIGTERM')).toBe(0)
    expect(await readdir(workDir)).toEqual([])
  })

  it('takes its ffmpeg with it when it is killed; another goes on within 20 seconds, and gives up after three deaths', async () => {
    const long = await longRecording(9_000)
    const usual = await startWorker()
    const { id } = await upload(house.service.as(ama), formOf(long))
    expect(await workerAtWork()).toBe(usual)
    // The others are missed sooner, which is only so that nobody has to wait for it.
    const startHasty = () => startWorker({ JOB_LOCK_MS: '3000' })
    await Promise.all([startHasty(), startHasty()])

    for (let death = 1; death <= 3; death += 1) {
      const busy = await workerAtWork()
      const killedAt = Date.now()
      await end(busy, 'SIGKILL')
      await vi.waitFor(async () => expect(await decodersOf(busy)).toEqual([]), { timeout: 30_000, interval: 20 })
      if (death !== 1) continue
      await workerAtWork()
      expect(Date.now() - killedAt).toBeLessThan(20_000)
      await startHasty()
    }
    await vi.waitFor(async () => expect(await see(id)).toMatchObject({ status: 'failed' }), 40_000)
    const { failure, episodeIds } = await see(id)
    expect({ failure, episodeIds }).toEqual({
      failure: 'We could not process this file. Please try again, or upload it once more.',
      episodeIds: [],
    })

    // What the dead have left is cleared away by whoever starts next.
    const last = await startHasty()
    const folders = (await readdir(workDir)).filter((name) => !workers.some(({ pid }) => name.includes(`-${pid}-`)))
    expect(folders).toEqual([])
    await house.service.as(ama).call(RetryMedia, { params: { id } })
    await vi.waitFor(async () => expect(await decoders()).not.toEqual([]), { timeout: 30_000, interval: 20 })
    expect(last.exitCode).toBeNull()
    await house.service.as(ama).call(CancelQueueItem, { params: { id } })
    await vi.waitFor(async () => expect(await decoders()).toEqual([]), { timeout: 30_000, interval: 50 })
  }, 180_000)

  it('hands a long job back when it is asked to end', async () => {
    const long = await longRecording(20_000)
    const worker = await startWorker()
    const { id } = await upload(house.service.as(ama), formOf(long))
    await vi.waitFor(async () => expect(await decoders()).not.toEqual([]), { timeout: 30_000, interval: 20 })

    const asked = Date.now()
    expect(await end(worker, 'SIGTERM')).toBe(0)
    expect(Date.now() - asked).toBeLessThan(15_000)
    expect(await decoders()).toEqual([])
    expect(await readdir(workDir)).toEqual([])
    expect(await see(id)).toMatchObject({ status: 'processing' })

    // At once, and not only after the lock of the first worker has run out.
    await startWorker()
    await vi.waitFor(async () => expect(await decoders()).not.toEqual([]), { timeout: 30_000, interval: 20 })
  }, 180_000)

  it('says in one sentence that there is no ffmpeg where it was told to look', async () => {
    const worker = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('./worker.ts', import.meta.url))],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: house.database.url,
          OBJECTS_DIR: house.objectsDir,
          WORK_DIR: workDir,
          FFMPEG_PATH: '/nowhere/ffmpeg',
        },
      },
    )
    let said = ''
    worker.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const [code] = await once(worker, 'close')

    expect(code).toBe(1)
    expect(said).toContain('ffmpeg cannot be run at /nowhere/ffmpeg.')
    expect(await readdir(workDir)).toEqual([])
  })
})
