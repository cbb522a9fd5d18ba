import { randomUUID } from 'node:crypto'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createS3Store } from '@griot/service-kit/objects/s3-store'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { findMinio, serveMinio } from '@griot/service-kit/testing/minio'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blobKey } from './blobs.ts'
import { block, rollBack } from './changes.ts'
import { collectVersions } from './collect-versions.ts'
import { readPointer, readRevisions, updatePointer } from './pointer.ts'
import { notShown, publishModule } from './publish.ts'
import { openRegistryStore, type RegistryStore } from './registry-store.ts'
import { builtModule, builtShell, moduleDocument, moduleFiles, versionOf, writeBuild } from './testing/built-module.ts'
import { readDocument } from './versions.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'griot-registry-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const onDisk = async (name: string) => ({ store: openRegistryStore(path.join(folder, name)), close: () => {} })

const inBucket = async (name: string) => {
  const { port, close } = await serveBucket(path.join(folder, name))
  const shared = createS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'griot',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    region: 'us-east-1',
  })
  await shared.ready()
  return { store: openRegistryStore(path.join(folder, 'copies'), shared), close }
}

const binary = findMinio()
let minio: Awaited<ReturnType<typeof serveMinio>> | undefined
let minioFolder: string
beforeAll(async () => {
  minioFolder = await mkdtemp(path.join(os.tmpdir(), 'griot-registry-minio-'))
  if (binary !== undefined) minio = await serveMinio(binary, minioFolder)
})
afterAll(async () => {
  await minio?.close()
  await rm(minioFolder, { recursive: true, force: true })
})

const inMinio = async () => {
  const { endpoint = '', accessKey = '', secretKey = '' } = minio ?? {}
  const shared = createS3Store({ endpoint, accessKey, secretKey, bucket: randomUUID(), region: 'us-east-1' })
  await shared.ready()
  return { store: openRegistryStore(path.join(folder, 'copies'), shared), close: () => {} }
}

const stores: (readonly [string, (name: string) => Promise<{ store: RegistryStore; close(): void }>])[] = [
  ['files', onDisk],
  ['a bucket', inBucket],
  ...(binary === undefined ? [] : [['a bucket of MinIO', inMinio] as const]),
]

describe.each(stores)('publishModule with %s', (_, open) => {
  let store: RegistryStore
  let close: () => void

  beforeEach(async () => {
    const opened = await open('registry')
    store = opened.store
    close = opened.close
  })
  afterEach(() => close())

  it('stores the version with compressed copies and makes it stable', async () => {
    const published = await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })

    expect(published).toEqual({ module: 'rewards', version: versionOf(1), rev: 1, isNew: true, isKept: false })
    expect((await readPointer(store)).modules.rewards).toMatchObject({ stable: versionOf(1), lkg: null })
    expect(await readDocument(store, 'rewards', versionOf(1))).toEqual(moduleDocument('rewards', 1))
    const { sri = '' } = moduleDocument('rewards', 1).files['remoteEntry.js'] ?? {}
    for (const encoding of [undefined, 'br', 'gz'] as const) {
      const file = await store.file(blobKey(sri, encoding))
      expect(file).not.toBeNull()
      await access(file ?? '')
    }
  })

  it('does not publish a blocked version', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    await updatePointer(store, (pointer) => block(pointer, { by: 'team', module: 'rewards', range: versionOf(2) }))

    expect(await publishModule({ dist: await builtModule(folder, 'rewards', 2), store })).toMatchObject({
      isNew: false,
    })
    expect((await readPointer(store)).modules.rewards?.stable).toBe(versionOf(1))
  })

  it('keeps the previous version as the last known good one and records the change', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    await publishModule({ dist: await builtModule(folder, 'rewards', 2), store })

    expect((await readPointer(store)).modules.rewards).toMatchObject({
      stable: versionOf(2),
      lkg: versionOf(1),
    })
    expect((await readRevisions(store, 2, 10)).map(({ rev, change }) => [rev, change?.from, change?.to])).toEqual([
      [2, versionOf(1), versionOf(2)],
      [1, null, versionOf(1)],
    ])
  })

  it('changes nothing if the version is already current', async () => {
    const dist = await builtModule(folder, 'rewards', 1)
    await publishModule({ dist, store })

    expect(await publishModule({ dist, store })).toMatchObject({ rev: 1, isNew: false })
  })

  it('releases only the first version of a module if it must, and stores the others', async () => {
    const keep = async (module: string, build: number) =>
      publishModule({ dist: await builtModule(folder, module, build), store, onlyFirst: true })

    expect(await keep('rewards', 1)).toMatchObject({ rev: 1, isNew: true, isKept: false })
    expect(await keep('rewards', 1)).toMatchObject({ rev: 1, isNew: false, isKept: false })
    expect(await keep('rewards', 2)).toMatchObject({ rev: 1, isNew: false, isKept: true })
    expect(await keep('listener', 2)).toMatchObject({ rev: 2, isNew: true })
    expect(await readDocument(store, 'rewards', versionOf(2))).toMatchObject({ version: versionOf(2) })
    expect((await collectVersions({ store })).marked).toEqual([])
  })

  it('does not publish again a version that a team rolled back', async () => {
    const bad = await builtModule(folder, 'rewards', 2)
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    await publishModule({ dist: bad, store })
    await updatePointer(store, (pointer) => rollBack(pointer, { by: 'team', module: 'rewards' }))

    expect(await publishModule({ dist: bad, store })).toMatchObject({ rev: 3, isNew: false })
    expect((await readPointer(store)).modules.rewards?.stable).toBe(versionOf(1))
    expect(await publishModule({ dist: await builtModule(folder, 'rewards', 3), store })).toMatchObject({ isNew: true })
  })

  it('publishes again if the new shell cannot run the version that a team chose', async () => {
    const earlier = moduleFiles('rewards', 1)
    const of = moduleDocument('rewards', 1, earlier, { built: { mf: 'containers-0', rspack: '2.3.2' } })
    await publishModule({ dist: await writeBuild(folder, of, earlier), store })
    const own = await builtModule(folder, 'rewards', 2)
    await publishModule({ dist: own, store })
    await updatePointer(store, (pointer) => rollBack(pointer, { by: 'team', module: 'rewards' }))
    expect(await publishModule({ dist: own, store })).toMatchObject({ isNew: false })
    expect(await notShown(store)).toEqual([])

    await publishModule({ dist: await builtShell(folder), store })
    expect(await notShown(store)).toMatchObject([{ module: 'rewards', version: versionOf(1) }])
    expect(await publishModule({ dist: own, store })).toMatchObject({ isNew: true })
    expect(await notShown(store)).toEqual([])
  })

  it('reads and continues revisions that a newer release wrote', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    const { rev, modules, ...rest } = await readPointer(store)
    const known = modules.rewards
    const change = { ...rest.change, action: 'sing' }
    const next = { ...rest, rev: rev + 1, modules: { rewards: { ...known, tune: 'low' } }, mood: 'good', change }
    await store.create('env/prod/00000002.json', Buffer.from(JSON.stringify(next)))

    expect(await readPointer(store)).toMatchObject({ rev: 2, modules: { rewards: known }, change: null })
    expect(await publishModule({ dist: await builtModule(folder, 'rewards', 2), store })).toMatchObject({ rev: 3 })
  })

  it('refuses other content under an existing version', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1, 'first'), store })
    const other = await builtModule(folder, 'rewards', 1, 'second')

    // The same build id with other bytes can only be forged.
    await expect(publishModule({ dist: other, store })).rejects.toThrow('already deployed with other content')
    const document = await readDocument(store, 'rewards', versionOf(1))
    expect(document?.files).toEqual(moduleDocument('rewards', 1, moduleFiles('rewards', 1, 'first')).files)
  })

  it('refuses a file with other content and creates no version', async () => {
    const dist = await builtModule(folder, 'rewards', 1)
    await writeFile(path.join(dist, 'remoteEntry.js'), 'tampered')

    await expect(publishModule({ dist, store })).rejects.toThrow('does not match the version')
    expect((await readPointer(store)).rev).toBe(0)
    expect(await readDocument(store, 'rewards', versionOf(1))).toBeNull()
  })

  it('keeps every module when several publish concurrently', async () => {
    const names = ['listener', 'rewards', 'studio', 'extra', 'more']
    const dists = await Promise.all(names.map((name) => builtModule(folder, name, 1)))

    await Promise.all([...dists, ...dists].map((dist) => publishModule({ dist, store })))

    const pointer = await readPointer(store)
    expect(Object.keys(pointer.modules).sort()).toEqual([...names].sort())
    expect(pointer.rev).toBe(names.length)
  })
})

describe('a registry in a bucket', () => {
  it('is read-only from local copies while the bucket is unavailable', async () => {
    const { port, close, setDown } = await serveBucket(path.join(folder, 'bucket'))
    const shared = createS3Store({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'griot',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      region: 'us-east-1',
    })
    await shared.ready()
    const store = openRegistryStore(path.join(folder, 'here'), shared)
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })

    setDown(true)
    const document = await readDocument(store, 'rewards', versionOf(1))
    const file = await store.file(blobKey(document?.files['remoteEntry.js']?.sri ?? ''))
    expect(await readFile(file ?? '', 'utf8')).toContain('build 1')
    await expect(publishModule({ dist: await builtModule(folder, 'rewards', 2), store })).rejects.toThrow()

    setDown(false)
    expect(await publishModule({ dist: await builtModule(folder, 'rewards', 2), store })).toMatchObject({ rev: 2 })
    close()
  })
})
