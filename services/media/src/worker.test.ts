import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GetMedia, RetryMedia } from '@griot/contracts/media/files'
import { CancelQueueItem } from '@griot/contracts/queue'
import { person } from '@griot/service-kit/testing/identity'
import { programsIn } from '@griot/service-kit/testing/programs-in'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { recording } from './testing/audio.ts'
import { formOf, type Harness, openHarness, upload } from './testing/harness.ts'

const ama = person()
let harness: Harness
let workDir: string
const workers: ChildProcess[] = []

beforeAll(async () => {
  harness = await openHarness()
  harness.startOutbox()
  workDir = await mkdtemp(join(tmpdir(), 'griot-test-work-'))
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await end(worker, 'SIGKILL')
})
afterAll(async () => {
  await harness.close()
  await rm(workDir, { recursive: true, force: true })
})

const startWorker = async (more: Record<string, string> = {}) => {
  const worker = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./worker.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'fatal',
      DATABASE_URL: harness.database.url,
      OBJECTS_DIR: harness.objectsDir,
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

const getFile = (id: string) => harness.service.as(ama).call(GetMedia, { params: { id } })

/** The processes in the work folder of this test, or in that of one worker. */
const decoders = (part = '') => programsIn(join(basename(workDir), part))
const decodersOf = ({ pid }: ChildProcess) => decoders(`griot-media-${pid}-`)

/** The worker whose ffmpeg is running. */
const busyWorker = () =>
  vi.waitFor(
    async () => {
      for (const worker of workers) {
        const isAlive = worker.exitCode === null && worker.signalCode === null
        if (isAlive && (await decodersOf(worker)).length > 0) return worker
      }
      throw new Error('no worker is busy')
    },
    { timeout: 60_000, interval: 20 },
  )

/** A recording that takes seconds to decode: ten seconds of MP3, repeated. */
const longRecording = async (seconds: number) => {
  const tenSeconds = await recording('mp3', 10, ['-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0'])
  return Buffer.concat(Array.from({ length: seconds / 10 }, () => tenSeconds))
}

describe('the media worker', () => {
  it('processes a file, and leaves no files when it stops', async () => {
    const worker = await startWorker()
    const { id } = await upload(harness.service.as(ama), formOf(await recording('mp3', 30)))
    await vi.waitFor(async () => expect(await getFile(id)).toMatchObject({ status: 'ready', duration: 30 }), 30_000)

    expect(await end(worker, 'SIGTERM')).toBe(0)
    expect(await readdir(workDir)).toEqual([])
  })

  it('is replaced within 20 seconds when it is killed, its ffmpeg stops, and a file fails after three kills', async () => {
    const long = await longRecording(9_000)
    const usual = await startWorker()
    const { id } = await upload(harness.service.as(ama), formOf(long))
    expect(await busyWorker()).toBe(usual)
    // These workers have a shorter lock, so that the test takes less time.
    const startWithShortLock = () => startWorker({ JOB_LOCK_MS: '3000' })
    await Promise.all([startWithShortLock(), startWithShortLock()])

    for (let kill = 1; kill <= 3; kill += 1) {
      const busy = await busyWorker()
      const killedAt = Date.now()
      await end(busy, 'SIGKILL')
      await vi.waitFor(async () => expect(await decodersOf(busy)).toEqual([]), { timeout: 30_000, interval: 20 })
      if (kill !== 1) continue
      await busyWorker()
      expect(Date.now() - killedAt).toBeLessThan(20_000)
      await startWithShortLock()
    }
    await vi.waitFor(async () => expect(await getFile(id)).toMatchObject({ status: 'failed' }), 40_000)
    const { failure, episodeIds } = await getFile(id)
    expect({ failure, episodeIds }).toEqual({
      failure: 'We could not process this file. Please try again, or upload it once more.',
      episodeIds: [],
    })

    // The next worker removes the folders of the killed ones.
    const last = await startWithShortLock()
    const folders = (await readdir(workDir)).filter((name) => !workers.some(({ pid }) => name.includes(`-${pid}-`)))
    expect(folders).toEqual([])
    await harness.service.as(ama).call(RetryMedia, { params: { id } })
    await vi.waitFor(async () => expect(await decoders()).not.toEqual([]), { timeout: 30_000, interval: 20 })
    expect(last.exitCode).toBeNull()
    await harness.service.as(ama).call(CancelQueueItem, { params: { id } })
    await vi.waitFor(async () => expect(await decoders()).toEqual([]), { timeout: 30_000, interval: 50 })
  }, 180_000)

  it('returns a long job to the queue when it stops', async () => {
    const long = await longRecording(20_000)
    const worker = await startWorker()
    const { id } = await upload(harness.service.as(ama), formOf(long))
    await vi.waitFor(async () => expect(await decoders()).not.toEqual([]), { timeout: 30_000, interval: 20 })

    const asked = Date.now()
    expect(await end(worker, 'SIGTERM')).toBe(0)
    expect(Date.now() - asked).toBeLessThan(15_000)
    expect(await decoders()).toEqual([])
    expect(await readdir(workDir)).toEqual([])
    expect(await getFile(id)).toMatchObject({ status: 'processing' })

    // Another worker starts it at once, not after the lock has expired.
    await startWorker()
    await vi.waitFor(async () => expect(await decoders()).not.toEqual([]), { timeout: 30_000, interval: 20 })
  }, 180_000)

  it.each([
    ['FFMPEG_PATH is wrong', { FFMPEG_PATH: '/nowhere/ffmpeg' }, 'ffmpeg cannot be run at /nowhere/ffmpeg.'],
    [
      'only npm brings ffmpeg in production',
      { NODE_ENV: 'production', PATH: '/nowhere' },
      'The configuration is invalid: ffmpeg ',
    ],
  ])('stops with a clear message if %s', async (_, env, message) => {
    const worker = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('./worker.ts', import.meta.url))],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: harness.database.url,
          OBJECTS_DIR: harness.objectsDir,
          WORK_DIR: workDir,
          ...env,
        },
      },
    )
    let output = ''
    worker.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const [code] = await once(worker, 'close')

    expect(code).toBe(1)
    expect(output).toContain(message)
    expect(await readdir(workDir)).toEqual([])
  })
})
