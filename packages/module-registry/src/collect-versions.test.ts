import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { CollectResponse } from '@griot/contracts/module-registry'
import type { ModuleDocument } from '@griot/contracts/modules'
import { AppError } from '@griot/service-kit/http/errors'
import { createS3Store } from '@griot/service-kit/objects/s3-store'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeBlob } from './blobs.ts'
import { startCanary } from './candidates.ts'
import { freeze, promote, retire, rollBack } from './changes.ts'
import { collectVersions } from './collect-versions.ts'
import { readPointer, updatePointer } from './pointer.ts'
import { openRegistryStore, type RegistryStore } from './registry-store.ts'
import { moduleDocument, moduleFiles, versionOf } from './testing/built-module.ts'
import { claimVersion, commitVersion, missingFiles, readDocument } from './versions.ts'

const DAY_MS = 86_400_000
const WINDOW = { ms: 30 * DAY_MS, revisions: 2 }
const BY = 'team'

describe('collectVersions', () => {
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

  it('removes an old version in two runs, a day apart', async () => {
    await releaseFive()
    pass(31)
    await deploy(6)

    expect(await collect({ isDry: true })).toMatchObject({ marked: [nameOf(1)], removed: [], kept: 5 })
    expect(await collect()).toMatchObject({ marked: [nameOf(1)], removed: [] })
    expect(await collect()).toMatchObject({ marked: [], removed: [] })
    pass(1)
    expect(await collect()).toEqual({ marked: [], removed: [nameOf(1)], kept: 5 })
    expect(await isComplete(1)).toBe(false)
    for (const build of [2, 3, 4, 5, 6]) expect(await isComplete(build)).toBe(true)
    expect((await store.list('condemned')).length).toBe(0)
  })

  it('keeps versions in open tabs and files that another version has', async () => {
    await releaseFive()
    pass(40)
    await collect({ alive: new Set([nameOf(1)]) })
    pass(2)
    expect(await collect({ alive: new Set([nameOf(1)]) })).toMatchObject({ removed: [], kept: 5 })

    await collect()
    pass(2)
    await collect()
    // All versions have the same style sheet.
    expect(await isComplete(5)).toBe(true)
  })

  it('keeps a development build while a draft points to it', async () => {
    const built = { ...moduleDocument('rewards', 6).built, watcher: versionOf(6).slice(-8) }
    await deploy(6, { built })
    expect((await collect({ alive: new Set([nameOf(6)]) })).marked).toEqual([])
    expect((await collect()).marked).toEqual([nameOf(6)])
    pass(1)
    expect((await collect()).removed).toEqual([nameOf(6)])
  })

  it('keeps a marked version that is released again, and accepts a removed version that is deployed again', async () => {
    await releaseFive()
    pass(40)
    expect((await collect()).marked).toEqual([nameOf(1)])
    pass(2)
    await release(1)
    expect((await collect()).removed).toEqual([])
    expect(await isComplete(1)).toBe(true)

    pass(40)
    for (const build of [5, 4, 5, 4]) await release(build)
    expect((await collect()).removed).toEqual([nameOf(2)])
    expect(await release(2)).toBe('missing')
    await deploy(2)
    expect(await release(2)).toBe('done')
    expect(await isComplete(2)).toBe(true)
  })

  it('is visible on a machine that still has local copies', async () => {
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
    expect(await release(1)).toBe('missing')
    await deploy(1)
    expect(await release(1)).toBe('done')
    store = here
    expect(await isComplete(1)).toBe(true)
    close()
  })

  it('finishes the removal of a killed run', async () => {
    await releaseFive()
    pass(40)
    await collect()
    pass(2)
    const killed = { ...store, remove: killAfter(2) }
    await expect(collectVersions({ store: killed, window: WINDOW })).rejects.toThrow('killed')
    await expect(collect()).rejects.toThrow('is running')
    pass(1)

    expect((await collect()).removed).toEqual([nameOf(1)])
    expect(await store.list('condemned')).toEqual([])
    expect((await store.list('blobs')).length).toBe((await blobsOf([2, 3, 4, 5])).size)
  })

  it('removes the versions of a retired module once its last revision is old', async () => {
    await releaseFive()
    await updatePointer(store, (pointer) => retire(pointer, { by: BY, module: 'rewards' }))
    pass(31)
    expect((await collect({ isDry: true })).marked).not.toContain(nameOf(5))
    for (const reason of ['holidays', null]) {
      await updatePointer(store, (pointer) => freeze(pointer, { by: BY, reason }))
    }

    expect((await collect({ isDry: true })).marked.toSorted()).toEqual([1, 2, 3, 4, 5].map(nameOf))
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'restores a version that is claimed during a removal that is killed at step %i',
    async (step) => {
      await releaseFive()
      pass(40)
      await collect()
      pass(2)
      const kill = killAfter(step)
      let isClaimed = false
      const killed = {
        ...store,
        remove: async (key: string) => {
          // A team releases the version during its removal.
          if (!isClaimed && key.startsWith('modules/')) {
            isClaimed = true
            expect(await release(1)).toBe('done')
          }
          await kill(key)
        },
      }
      await expect(collectVersions({ store: killed, window: WINDOW })).rejects.toThrow('killed')
      pass(1)
      await collect()

      expect(await isComplete(1)).toBe(true)
      expect(await store.list('attic')).toEqual([])
      for (const build of [2, 3, 4, 5]) expect(await isComplete(build)).toBe(true)
    },
  )

  it('removes no needed version, with concurrent writers', {
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
          // Two collections run beside one writer.
          const collected = (await Promise.all([one, collecting, collecting].map(act))) as Partial<CollectResponse>[]
          for (const { removed: names = [] } of collected.slice(1)) removed += names.length
          await checkModel()
        }
      }),
      // The seed fixes the steps; their interleaving still varies.
      { numRuns: 12, endOnFailure: true, seed: 20_261_121 },
    )
    expect(removed).toBeGreaterThan(0)
  })

  const ifBusy = (error: unknown): Partial<CollectResponse> => {
    if (error instanceof AppError && error.code === 'collection.busy') return {}
    throw error
  }

  const releaseFive = async () => {
    for (const build of [1, 2, 3, 4, 5]) {
      await deploy(build)
      await release(build)
      // After this its probation has ended.
      vi.setSystemTime(Date.now() + 60 * 60_000)
    }
  }

  const nameOf = (build: number) => `rewards@${versionOf(build)}`
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS)
  const collect = (more: { isDry?: boolean; alive?: ReadonlySet<string> } = {}) =>
    collectVersions({ store, window: WINDOW, ...more })

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

  /** Claims and changes in the order of the gateway. */
  const change = async (build: number, step: typeof promote | typeof startCanary) => {
    const version = versionOf(build)
    if (!(await claimVersion(store, { module: 'rewards', version }))) return 'missing'
    try {
      await updatePointer(store, (pointer) => step(pointer, { by: BY, module: 'rewards', version, percent: 5 }))
      return 'done'
    } catch (error) {
      if (error instanceof AppError) return 'refused'
      throw error
    }
  }
  const release = (build: number) => change(build, promote)
  const canary = (build: number) => change(build, startCanary)
  const back = () =>
    updatePointer(store, (pointer) => rollBack(pointer, { by: BY, module: 'rewards' })).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })

  const isComplete = async (build: number) => isVersionComplete(versionOf(build))
  const isVersionComplete = async (version: string) => {
    if (!(await store.originalExists(`modules/rewards/${version}/module.json`))) return false
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

  /** Every version in the window of revisions is complete. */
  const checkModel = async () => {
    const { rev } = await readPointer(store)
    const from = Date.now() - WINDOW.ms
    for (let number = rev; number > 0; number -= 1) {
      const pointer = JSON.parse(String(await store.read(`env/prod/${String(number).padStart(8, '0')}.json`)))
      const { stable, lkg, candidate } = pointer.modules.rewards
      for (const version of [stable, lkg, candidate?.version]) {
        if (version) expect(await isVersionComplete(version), `${version} of revision ${number}`).toBe(true)
      }
      if (Date.parse(pointer.at) < from && rev - number >= WINDOW.revisions) break
    }
    // So is every other version in the store.
    for (const key of await store.list('modules/rewards')) {
      if (key.endsWith('module.json')) expect(await isVersionComplete(key.split('/')[2] ?? ''), key).toBe(true)
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
