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
import { movePointer, readJournal, readPointer } from './pointer.ts'
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

const places: (readonly [string, (name: string) => Promise<{ store: RegistryStore; close(): void }>])[] = [
  ['files', onDisk],
  ['a bucket', inBucket],
  ...(binary === undefined ? [] : [['a bucket of MinIO', inMinio] as const]),
]

describe.each(places)('publishing a module into %s', (_, open) => {
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

    expect(published).toEqual({ module: 'rewards', version: versionOf(1), rev: 1, isNew: true })
    expect((await readPointer(store, 'prod')).modules.rewards).toMatchObject({ stable: versionOf(1), lkg: null })
    expect(await readDocument(store, 'rewards', versionOf(1))).toEqual(moduleDocument('rewards', 1))
    const { sri = '' } = moduleDocument('rewards', 1).files['remoteEntry.js'] ?? {}
    for (const encoding of [undefined, 'br', 'gz'] as const) {
      const file = await store.file(blobKey(sri, encoding))
      expect(file).not.toBeNull()
      await access(file ?? '')
    }
  })

  it('leaves what stands where the version is blocked that the product was started with', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    await movePointer(store, 'prod', (pointer) =>
      block(pointer, { by: 'team', module: 'rewards', range: versionOf(2) }),
    )

    expect(await publishModule({ dist: await builtModule(folder, 'rewards', 2), store })).toMatchObject({
      isNew: false,
    })
    expect((await readPointer(store, 'prod')).modules.rewards?.stable).toBe(versionOf(1))
  })

  it('keeps the version that stood as the last known good, and writes down what was done', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    await publishModule({ dist: await builtModule(folder, 'rewards', 2), store })

    expect((await readPointer(store, 'prod')).modules.rewards).toMatchObject({
      stable: versionOf(2),
      lkg: versionOf(1),
    })
    expect((await readJournal(store, 'prod', 2, 10)).map(({ rev, change }) => [rev, change?.from, change?.to])).toEqual(
      [
        [2, versionOf(1), versionOf(2)],
        [1, null, versionOf(1)],
      ],
    )
  })

  it('changes nothing when the version already stands', async () => {
    const dist = await builtModule(folder, 'rewards', 1)
    await publishModule({ dist, store })

    expect(await publishModule({ dist, store })).toMatchObject({ rev: 1, isNew: false })
  })

  it('does not bring back at the next start what a team has taken back', async () => {
    const bad = await builtModule(folder, 'rewards', 2)
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    await publishModule({ dist: bad, store })
    await movePointer(store, 'prod', (pointer) => rollBack(pointer, { by: 'team', module: 'rewards' }))

    expect(await publishModule({ dist: bad, store })).toMatchObject({ rev: 3, isNew: false })
    expect((await readPointer(store, 'prod')).modules.rewards?.stable).toBe(versionOf(1))
    expect(await publishModule({ dist: await builtModule(folder, 'rewards', 3), store })).toMatchObject({ isNew: true })
  })

  it('brings its own back where the shell has moved on and cannot run what a team has chosen', async () => {
    const earlier = moduleFiles('rewards', 1)
    const of = moduleDocument('rewards', 1, earlier, { built: { mf: 'containers-0', rspack: '2.3.2' } })
    await publishModule({ dist: await writeBuild(folder, of, earlier), store })
    const own = await builtModule(folder, 'rewards', 2)
    await publishModule({ dist: own, store })
    await movePointer(store, 'prod', (pointer) => rollBack(pointer, { by: 'team', module: 'rewards' }))
    expect(await publishModule({ dist: own, store })).toMatchObject({ isNew: false })
    expect(await notShown(store)).toEqual([])

    await publishModule({ dist: await builtShell(folder), store })
    expect(await notShown(store)).toMatchObject([{ module: 'rewards', version: versionOf(1) }])
    expect(await publishModule({ dist: own, store })).toMatchObject({ isNew: true })
    expect(await notShown(store)).toEqual([])
  })

  it('reads and goes on with what a newer release has written', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store })
    const { rev, modules, ...rest } = await readPointer(store, 'prod')
    const known = modules.rewards
    const change = { ...rest.change, action: 'sing' }
    const next = { ...rest, rev: rev + 1, modules: { rewards: { ...known, tune: 'low' } }, mood: 'good', change }
    await store.create('env/prod/00000002.json', Buffer.from(JSON.stringify(next)))

    expect(await readPointer(store, 'prod')).toMatchObject({ rev: 2, modules: { rewards: known }, change: null })
    expect(await publishModule({ dist: await builtModule(folder, 'rewards', 2), store })).toMatchObject({ rev: 3 })
  })

  it('refuses other content under a published version', async () => {
    await publishModule({ dist: await builtModule(folder, 'rewards', 1, 'first'), store })
    const other = await builtModule(folder, 'rewards', 1, 'second')

    // The same build id with other bytes: only someone who forges it gets there.
    await expect(publishModule({ dist: other, store })).rejects.toThrow('already deployed with other content')
    const document = await readDocument(store, 'rewards', versionOf(1))
    expect(document?.files).toEqual(moduleDocument('rewards', 1, moduleFiles('rewards', 1, 'first')).files)
  })

  it('refuses a file that is not what was built, and no version comes of it', async () => {
    const dist = await builtModule(folder, 'rewards', 1)
    await writeFile(path.join(dist, 'remoteEntry.js'), 'tampered')

    await expect(publishModule({ dist, store })).rejects.toThrow('not the file that the version names')
    expect((await readPointer(store, 'prod')).rev).toBe(0)
    expect(await readDocument(store, 'rewards', versionOf(1))).toBeNull()
  })

  it('loses no module when several publish in the same moment', async () => {
    const names = ['listener', 'rewards', 'studio', 'extra', 'more']
    const dists = await Promise.all(names.map((name) => builtModule(folder, name, 1)))

    await Promise.all([...dists, ...dists].map((dist) => publishModule({ dist, store })))

    const pointer = await readPointer(store, 'prod')
    expect(Object.keys(pointer.modules).sort()).toEqual([...names].sort())
    expect(pointer.rev).toBe(names.length)
  })
})

describe('a registry in a bucket', () => {
  it('is read from the copies of this machine while the bucket is away, and then takes no change', async () => {
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
