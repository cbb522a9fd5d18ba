import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ModuleDocument } from '@griot/contracts/modules'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { movePointer, readPointer } from './pointer.ts'
import { publishModule, versionFolder } from './publish.ts'

describe('publishing a module', () => {
  let folder: string
  let registryDir: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-publish-'))
    registryDir = path.join(folder, 'registry')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('stores the version with compressed copies and makes it stable', async () => {
    const dist = await built('rewards', '1')

    const published = await publishModule({ dist, registryDir })

    expect(published).toEqual({ module: 'rewards', version: '0.1.0-g00000001', rev: 1, isNew: true })
    expect((await readPointer(registryDir, 'prod')).modules).toEqual({
      rewards: { stable: '0.1.0-g00000001', lkg: null },
    })
    const stored = versionFolder(registryDir, 'rewards', '0.1.0-g00000001')
    expect((await readdir(stored)).sort()).toEqual([
      'module.json',
      'remoteEntry.js',
      'remoteEntry.js.br',
      'remoteEntry.js.gz',
    ])
  })

  it('keeps the version that stood as the last known good', async () => {
    await publishModule({ dist: await built('rewards', '1'), registryDir })
    await publishModule({ dist: await built('rewards', '2'), registryDir })

    expect((await readPointer(registryDir, 'prod')).modules.rewards).toEqual({
      stable: '0.1.0-g00000002',
      lkg: '0.1.0-g00000001',
    })
  })

  it('changes nothing when the version already stands', async () => {
    const dist = await built('rewards', '1')
    await publishModule({ dist, registryDir })

    const again = await publishModule({ dist, registryDir })

    expect(again).toMatchObject({ rev: 1, isNew: false })
  })

  it('refuses other content under a published version', async () => {
    await publishModule({ dist: await built('rewards', '1', 'first'), registryDir })
    const other = await built('rewards', '1', 'second')

    await expect(publishModule({ dist: other, registryDir })).rejects.toThrow('already published with other content')
    const entry = path.join(versionFolder(registryDir, 'rewards', '0.1.0-g00000001'), 'remoteEntry.js')
    expect(await readFile(entry, 'utf8')).toContain('first')
  })

  it('refuses a file that is not what was built, and stores nothing', async () => {
    const dist = await built('rewards', '1')
    await writeFile(path.join(dist, 'remoteEntry.js'), 'tampered')

    await expect(publishModule({ dist, registryDir })).rejects.toThrow('not what 0.1.0-g00000001 was built with')
    expect((await readPointer(registryDir, 'prod')).rev).toBe(0)
    expect(await readdir(path.join(registryDir, '.staging'))).toEqual([])
  })

  it('loses no module when several publish in the same moment', async () => {
    const names = ['listener', 'rewards', 'studio', 'extra', 'more']
    const dists = await Promise.all(names.map((name) => built(name, '1')))

    await Promise.all([...dists, ...dists].map((dist) => publishModule({ dist, registryDir })))

    const pointer = await readPointer(registryDir, 'prod')
    expect(Object.keys(pointer.modules).sort()).toEqual([...names].sort())
    expect(pointer.rev).toBe(names.length)
  })

  it('lets every writer win once', async () => {
    const writers = Array.from({ length: 20 }, (_, index) =>
      movePointer(registryDir, 'prod', (modules) => ({
        ...modules,
        [`m${index}`]: { stable: '0.1.0-g00000001', lkg: null },
      })),
    )

    const revs = (await Promise.all(writers)).map(({ rev }) => rev)

    expect(new Set(revs).size).toBe(20)
    expect(Object.keys((await readPointer(registryDir, 'prod')).modules)).toHaveLength(20)
    expect((await readdir(path.join(registryDir, 'env/prod'))).filter((name) => name.startsWith('.'))).toEqual([])
  })

  const built = async (module: string, build: string, marker = 'built') => {
    const dist = path.join(folder, `${module}-${build}-${marker}`)
    const content = `globalThis.marker = '${marker}';`.repeat(50)
    await mkdir(dist, { recursive: true })
    await writeFile(path.join(dist, 'remoteEntry.js'), content)
    const document: ModuleDocument = {
      schema: 1,
      module,
      version: `0.1.0-g${build.padStart(8, '0')}`,
      container: `mfe_${module}_${build}`,
      built: { mf: '2.9.2', rspack: '2.3.2' },
      entry: 'remoteEntry.js',
      expose: './module',
      files: {
        'remoteEntry.js': {
          sri: `sha384-${createHash('sha384').update(content).digest('base64')}`,
          bytes: content.length,
          gz: 60,
          type: 'js',
        },
      },
      preload: { default: [] },
      contract: 1,
      requires: { shellSdk: '^1.0.0', shared: {} },
      contributes: { routes: [], nav: [], slots: [], fallback: {} },
    }
    await writeFile(path.join(dist, 'module.json'), JSON.stringify(document))
    return dist
  }
})
