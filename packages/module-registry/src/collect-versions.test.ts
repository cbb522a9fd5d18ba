import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ModuleDocument } from '@griot/contracts/modules'
import { AppError } from '@griot/service-kit/errors'
import { createS3Store } from '@griot/service-kit/objects/s3-store'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeBlob } from './blobs.ts'
import { promote, rollBack, startCanary } from './changes.ts'
import { type Collected, collectVersions } from './collect-versions.ts'
import { movePointer, readPointer } from './pointer.ts'
import { openRegistryStore, type RegistryStore } from './registry-store.ts'
import { moduleDocument, moduleFiles, versionOf } from './testing/built-module.ts'
import { claimVersion, commitVersion, missingFiles, readDocument } from './versions.ts'

const DAY_MS = 86_400_000
const WINDOW = { ms: 30 * DAY_MS, revisions: 2 }
const BY = 'a team'
const ENV = 'prod'

describe('clearing versions away', () => {
  let folder: string
  let store: RegistryStore

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-collect-'))
    store = openRegistryStore(folder)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await rm(folder, { recursive: true, force: true })
  })

  it('takes two runs and a day, and only what has not stood for long', async () => {
    await releaseFive()
    pass(31)
    await deploy(6)

    expect(await collect({ isDry: true })).toMatchObject({ condemned: [nameOf(1)], removed: [], kept: 5 })
    expect(await collect()).toMatchObject({ condemned: [nameOf(1)], removed: [] })
    expect(await collect()).toMatchObject({ condemned: [], removed: [] })
    pass(1)
    expect(await collect()).toEqual({ condemned: [], removed: [nameOf(1)], kept: 5 })
    expect(await isWhole(1)).toBe(false)
    for (const build of [2, 3, 4, 5, 6]) expect(await isWhole(build)).toBe(true)
    expect((await store.list('condemned')).length).toBe(0)
  })

  it('leaves the files that another version has, and what an open tab runs', async () => {
    await releaseFive()
    pass(40)
    await collect({ alive: new Set([nameOf(1)]) })
    pass(2)
    expect(await collect({ alive: new Set([nameOf(1)]) })).toMatchObject({ removed: [], kept: 5 })

    await collect()
    pass(2)
    await collect()
    // All of them bring the same styles.
    expect(await isWhole(5)).toBe(true)
  })

  it('keeps a developer’s build for as long as a draft is at it', async () => {
    const built = { ...moduleDocument('rewards', 6).built, watcher: versionOf(6).slice(-8) }
    await deploy(6, { built })
    expect((await collect({ alive: new Set([nameOf(6)]) })).condemned).toEqual([])
    expect((await collect()).condemned).toEqual([nameOf(6)])
    pass(1)
    expect((await collect()).removed).toEqual([nameOf(6)])
  })

  it('pardons what is put to use again, and takes in again what was cleared away', async () => {
    await releaseFive()
    pass(40)
    expect((await collect()).condemned).toEqual([nameOf(1)])
    pass(2)
    await release(1)
    expect((await collect()).removed).toEqual([])
    expect(await isWhole(1)).toBe(true)

    pass(40)
    for (const build of [5, 4, 5, 4]) await release(build)
    expect((await collect()).removed).toEqual([nameOf(2)])
    expect(await release(2)).toBe('gone')
    await deploy(2)
    expect(await release(2)).toBe('done')
    expect(await isWhole(2)).toBe(true)
  })

  it('is noticed by a machine that still has its copies', async () => {
    const { port, close } = await serveBucket(path.join(folder, 'bucket'))
    const machine = async (name: string) => {
      const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: 'griot', region: 'us-east-1' }
      const shared = createS3Store({ ...bucket, accessKey: 'S3RVER', secretKey: 'S3RVER' })
      await shared.ready()
      return openRegistryStore(path.join(folder, name), shared)
    }
    const [here, there] = [await machine('here'), await machine('there')]
    store = there
    await releaseFive()
    pass(31)
    store = here
    await collect()
    pass(2)
    expect((await collect()).removed).toEqual([nameOf(1)])

    store = there
    expect(await readDocument(there, 'rewards', versionOf(1))).not.toBeNull()
    expect(await release(1)).toBe('gone')
    await deploy(1)
    expect(await release(1)).toBe('done')
    store = here
    expect(await isWhole(1)).toBe(true)
    close()
  })

  it('goes on where a run was killed', async () => {
    await releaseFive()
    pass(40)
    await collect()
    pass(2)
    const killed = { ...store, remove: killAfter(2) }
    await expect(collectVersions({ store: killed, env: ENV, window: WINDOW })).rejects.toThrow('killed')
    await expect(collect()).rejects.toThrow('just now')
    pass(1)

    expect((await collect()).removed).toEqual([nameOf(1)])
    expect(await store.list('condemned')).toEqual([])
    expect((await store.list('blobs')).length).toBe((await blobsOf([2, 3, 4, 5])).size)
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'brings back what was asked for in the moment in which it was killed, at step %i',
    async (step) => {
      await releaseFive()
      pass(40)
      await collect()
      pass(2)
      const kill = killAfter(step)
      let isAsked = false
      const killed = {
        ...store,
        remove: async (key: string) => {
          // Somebody releases it while it is being removed.
          if (!isAsked && key.startsWith('modules/')) {
            isAsked = true
            expect(await release(1)).toBe('done')
          }
          await kill(key)
        },
      }
      await expect(collectVersions({ store: killed, env: ENV, window: WINDOW })).rejects.toThrow('killed')
      pass(1)
      await collect()

      expect(await isWhole(1)).toBe(true)
      expect(await store.list('attic')).toEqual([])
      for (const build of [2, 3, 4, 5]) expect(await isWhole(build)).toBe(true)
    },
  )

  it('takes nothing away that stands or stood lately, whoever writes at the same time', {
    timeout: 60_000,
  }, async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('deploy' as const), build: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('release' as const), build: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('canary' as const), build: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('rollback' as const), build: fc.constant(0) }),
      fc.record({ kind: fc.constant('pass' as const), build: fc.integer({ min: 1, max: 25 }) }),
      fc.record({ kind: fc.constant('collect' as const), build: fc.constant(0) }),
    )
    const act = async ({ kind, build }: { kind: string; build: number }): Promise<unknown> => {
      if (kind === 'deploy') return deploy(build)
      if (kind === 'release') return release(build)
      if (kind === 'canary') return canary(build)
      if (kind === 'rollback') return back()
      if (kind === 'collect') return collect().catch(ifBusy)
      return pass(build)
    }
    const collecting = { kind: 'collect' as const, build: 0 }
    let removed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
        store = openRegistryStore(await mkdtemp(path.join(folder, 'run-')))
        for (const one of steps) {
          // Two who clear away, beside whoever writes.
          const collected = (await Promise.all([one, collecting, collecting].map(act))) as Partial<Collected>[]
          for (const { removed: gone = [] } of collected.slice(1)) removed += gone.length
          await checkModel()
        }
      }),
      // Always the same steps; how they meet is another story every time.
      { numRuns: 12, endOnFailure: true, seed: 20_261_121 },
    )
    expect(removed).toBeGreaterThan(0)
  })

  const ifBusy = (error: unknown): Partial<Collected> => {
    if (error instanceof AppError && error.code === 'collection.busy') return {}
    throw error
  }

  const releaseFive = async () => {
    for (const build of [1, 2, 3, 4, 5]) {
      await deploy(build)
      await release(build)
      // By then it has proved itself.
      vi.setSystemTime(Date.now() + 60 * 60_000)
    }
  }

  const nameOf = (build: number) => `rewards@${versionOf(build)}`
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS)
  const collect = (more: { isDry?: boolean; alive?: ReadonlySet<string> } = {}) =>
    collectVersions({ store, env: ENV, window: WINDOW, ...more })

  const filesOf = (build: number) => ({ ...moduleFiles('rewards', build), 'all.css': 'p{}'.repeat(40) })

  const deploy = async (build: number, more: Partial<ModuleDocument> = {}) => {
    const files = filesOf(build)
    const document = moduleDocument('rewards', build, files, more)
    try {
      for (const [name, content] of Object.entries(files)) {
        await storeBlob(store, document.files[name]?.sri ?? '', name, Buffer.from(content))
      }
      await commitVersion(store, document, BY)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  /** As the gateway does it. */
  const change = async (build: number, step: typeof promote | typeof startCanary) => {
    const version = versionOf(build)
    if (!(await claimVersion(store, 'rewards', version))) return 'gone'
    try {
      await movePointer(store, ENV, (pointer) => step(pointer, { by: BY, module: 'rewards', version, percent: 5 }))
      return 'done'
    } catch (error) {
      if (error instanceof AppError) return 'refused'
      throw error
    }
  }
  const release = (build: number) => change(build, promote)
  const canary = (build: number) => change(build, startCanary)
  const back = () =>
    movePointer(store, ENV, (pointer) => rollBack(pointer, { by: BY, module: 'rewards' })).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })

  const isWhole = async (build: number) => isThere(versionOf(build))
  const isThere = async (version: string) => {
    if (!(await store.holds(`modules/rewards/${version}/module.json`))) return false
    const document = await readDocument(store, 'rewards', version)
    return document !== null && (await missingFiles(store, document)).length === 0
  }

  const blobsOf = async (builds: number[]) => {
    const keys = new Set<string>()
    for (const build of builds) {
      for (const { sri } of Object.values(moduleDocument('rewards', build, filesOf(build)).files)) {
        const hash = Buffer.from(sri.slice(7), 'base64').toString('hex')
        for (const key of await store.list(`blobs/${hash.slice(0, 2)}`)) if (key.includes(hash)) keys.add(key)
      }
    }
    return keys
  }

  /** What everyone can count on, told from the journal alone. */
  const checkModel = async () => {
    const { rev } = await readPointer(store, ENV)
    const from = Date.now() - WINDOW.ms
    for (let number = rev; number > 0; number -= 1) {
      const pointer = JSON.parse(String(await store.read(`env/${ENV}/${String(number).padStart(8, '0')}.json`)))
      const { stable, lkg, candidate } = pointer.modules.rewards
      for (const version of [stable, lkg, candidate?.version]) {
        if (version) expect(await isThere(version), `${version} of revision ${number}`).toBe(true)
      }
      if (Date.parse(pointer.at) < from && rev - number >= WINDOW.revisions) break
    }
    // Whatever else is there is whole as well.
    for (const key of await store.list('modules/rewards')) {
      if (key.endsWith('module.json')) expect(await isThere(key.split('/')[2] ?? ''), key).toBe(true)
    }
  }

  const killAfter = (steps: number) => {
    let left = steps
    return async (key: string) => {
      if (left === 0) throw new Error('killed')
      left -= 1
      await store.remove(key)
    }
  }
})
