import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPointer, readRevisions } from './pointer.ts'
import { publishModule } from './publish.ts'
import { openRegistryStore, type RegistryStore } from './registry-store.ts'
import { builtModule, versionOf } from './testing/built-module.ts'
import { missingFiles, readDocument } from './versions.ts'

const WRITER = fileURLToPath(new URL('./testing/registry-process.ts', import.meta.url))

/** Publishes in a child process. Returns its number of steps, or null if it was killed at step `killAt`. */
const publishInProcess = async (directory: string, dists: string[], killAt = 0) => {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, directory, String(killAt), ...dists], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return child.signalCode === 'SIGKILL' ? null : Number(output)
}

/** All named versions are complete, and the revisions have no gap. */
const checkComplete = async (store: RegistryStore) => {
  const pointer = await readPointer(store)
  for (const [module, { stable, lkg }] of Object.entries(pointer.modules)) {
    for (const version of lkg === null ? [stable] : [stable, lkg]) {
      const document = await readDocument(store, module, version)
      expect(document?.version).toBe(version)
      expect(document && (await missingFiles(store, document))).toEqual([])
    }
  }
  const revisions = await readRevisions(store, pointer.rev, pointer.rev)
  expect(revisions.map(({ rev }) => rev)).toEqual(
    Array.from({ length: pointer.rev }, (_, index) => pointer.rev - index),
  )
  for (const [index, { change, modules }] of revisions.entries()) {
    const before = revisions[index + 1]?.modules[change?.module ?? '']?.stable ?? null
    expect(change?.from).toBe(before)
    expect(modules[change?.module ?? '']?.stable).toBe(change?.to)
  }
  return pointer
}

describe('a registry with several writers', () => {
  let folder: string
  let directory: string
  let store: RegistryStore

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-writers-'))
    directory = path.join(folder, 'registry')
    store = openRegistryStore(directory)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('keeps every change of two concurrent processes', async () => {
    const builds = Array.from({ length: 12 }, (_, index) => index + 1)
    const listeners = await Promise.all(builds.map((build) => builtModule(folder, 'listener', build)))
    const rewards = await Promise.all(builds.map((build) => builtModule(folder, 'rewards', build)))

    await Promise.all([publishInProcess(directory, listeners), publishInProcess(directory, rewards)])

    const pointer = await checkComplete(store)
    expect(pointer.rev).toBe(24)
    expect(pointer.modules.listener?.stable).toBe(versionOf(12))
    expect(pointer.modules.rewards?.stable).toBe(versionOf(12))
  })

  it('is complete after a writer is killed at any step, and a retry finishes the work', async () => {
    const dist = await builtModule(folder, 'rewards', 2)
    const first = await builtModule(folder, 'rewards', 1)
    const steps = await publishInProcess(path.join(folder, 'count'), [first])
    expect(steps).toBeGreaterThanOrEqual(8)

    const kills = Array.from({ length: steps ?? 0 }, (_, index) => index + 1)
    for (const killAt of kills) {
      const directory = path.join(folder, `killed-${killAt}`)
      const killed = openRegistryStore(directory)
      await publishModule({ dist: first, store: killed })
      expect(await publishInProcess(directory, [dist], killAt)).toBeNull()

      const { rev } = await checkComplete(killed)
      expect(rev).toBe(killAt < kills.length ? 1 : 2)
      await publishModule({ dist, store: killed })
      expect((await checkComplete(killed)).modules.rewards).toMatchObject({ stable: versionOf(2), lkg: versionOf(1) })
    }
  }, 300_000)
})
