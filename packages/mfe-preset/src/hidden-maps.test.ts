import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hiddenMaps } from './hidden-maps.ts'

const REPOSITORY = path.join(import.meta.dirname, '../../..')

describe('hiddenMaps', () => {
  let folder: string
  let script: string
  let map: { sources: string[]; sourcesContent?: string[]; mappings: string }

  beforeAll(async () => {
    // Below the repository, because paths in the maps are relative to it.
    folder = await mkdtemp(path.join(REPOSITORY, 'node_modules/.griot-maps-'))
    const generated = `data:text/javascript,console.log(${JSON.stringify(encodeURIComponent(folder))})`
    await writeFile(path.join(folder, 'other.js'), 'export const fail = () => { throw new Error("it broke") }')
    await writeFile(
      path.join(folder, 'main.js'),
      `import ${JSON.stringify(generated)}\nimport { fail } from './other.js'\nfail()`,
    )
    const compiler = rspack({
      context: folder,
      mode: 'production',
      devtool: false,
      entry: { main: './main.js' },
      output: { path: path.join(folder, 'dist') },
      plugins: hiddenMaps(),
    })
    await new Promise((resolve, reject) => compiler.run((error, stats) => (error ? reject(error) : resolve(stats))))
    await new Promise((resolve) => compiler.close(resolve))
    const read = (file: string) => readFile(path.join(folder, 'dist', file), 'utf8')
    script = await read('main.js')
    map = JSON.parse(await read('main.js.map'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('creates maps that no script names', () => {
    expect(script).toContain('it broke')
    expect(script).not.toContain('sourceMappingURL')
  })

  it('contains repository paths without absolute paths or sources', () => {
    expect(map.mappings).not.toBe('')
    expect(map.sourcesContent ?? []).toEqual([])
    expect(map.sources.toSorted()).toEqual([
      path.posix.join('node_modules', path.basename(folder), 'other.js'),
      'webpack/generated',
    ])
    expect(JSON.stringify(map)).not.toContain(REPOSITORY)
  })
})
