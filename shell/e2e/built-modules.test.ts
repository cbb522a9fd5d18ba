import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ModuleDocument } from '@griot/contracts/modules'
import postcss from 'postcss'
import { describe, expect, it } from 'vitest'
import { ROOT } from './module-server.ts'

const MODULES = readdirSync(ROOT)
  .filter((folder) => folder.startsWith('mfe-'))
  .map((folder) => folder.slice('mfe-'.length))

/** Texts of shared libraries that survive minification. */
const SHARED_LIBRARY_TEXTS = {
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'react-router': 'may be used only in the context of a <Router>',
  'react-query': 'No QueryClient set',
}

// Checks the files of the running product.
describe.each(MODULES)('the build of %s', (name) => {
  const dist = path.join(ROOT, `mfe-${name}/dist`)
  const document = ModuleDocument.parse(JSON.parse(readFileSync(path.join(dist, 'module.json'), 'utf8')))
  const { files, entry, container, version } = document
  const read = (file: string) => readFileSync(path.join(dist, file), 'utf8')
  const all = (type: string) => Object.keys(files).filter((file) => files[file]?.type === type)

  it('includes its version in all global names', () => {
    expect(container).toBe(`mfe_${name}_${version.split('-g')[1]}`)
    expect(read(entry)).toContain(`var ${container}`)
    // Chunks register under this name.
    for (const file of all('js')) expect(read(file).includes(`rspackChunk${container}`), file).toBe(true)
  })

  it('lists every file with its hash, and contains no others', () => {
    const there = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
    expect(there.sort()).toEqual([...Object.keys(files), 'module.json'].sort())
    for (const [file, { sri, bytes }] of Object.entries(files)) {
      const content = readFileSync(path.join(dist, file))
      expect(sri).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`)
      expect(bytes).toBe(content.length)
    }
  })

  it('contains the hash of every chunk and stylesheet in its entry', () => {
    for (const file of [...all('js'), ...all('css')]) {
      if (file !== entry) expect(read(entry).includes(files[file]?.sri ?? 'none'), file).toBe(true)
    }
  })

  it('has a source map of each chunk, with repository paths, which no script references', () => {
    const maps = Object.keys(files).filter((file) => file.endsWith('.map'))
    expect(maps).toEqual(
      all('js')
        .filter((file) => file !== entry)
        .map((file) => `${file}.map`),
    )
    for (const file of all('js')) expect(read(file).includes('sourceMappingURL'), file).toBe(false)
    const sources = maps.flatMap((file) => (JSON.parse(read(file)) as { sources: string[] }).sources)
    expect(sources).toContain(`mfe-${name}/src/module.tsx`)
    for (const source of sources) expect(/^\/|^\.\.|:/.test(source), source).toBe(false)
    expect(document.preload.default.filter((file) => file.endsWith('.map'))).toEqual([])
    for (const file of maps) expect(read(file).includes(ROOT), file).toBe(false)
  })

  it('requires the shared libraries of the shell in a compatible version', () => {
    const shares = [
      ...read(entry).matchAll(/shareKey:"([^"]+)",import:([^,]+),[^}]*?strictVersion:([^,]+),singleton:([^,]+),/g),
    ]
    expect(shares.length).toBeGreaterThan(0)
    for (const [, key, own, isStrict, isSingleton] of shares) {
      expect([key, own, isStrict, isSingleton]).toEqual([key, 'null', '!0', '!0'])
    }
    for (const file of all('js')) {
      for (const [library, words] of Object.entries(SHARED_LIBRARY_TEXTS)) {
        expect(read(file).includes(words), `${library} in ${file}`).toBe(false)
      }
    }
  })

  it('caches the error of a module that failed', () => {
    // Otherwise a second import would return an empty module.
    expect(read(entry)).toMatch(/if\(void 0!==(\w+)\)\{if\(void 0!==\1\.error\)throw \1\.error;return \1\.exports\}/)
  })

  it('styles only its own elements', () => {
    for (const file of all('css')) {
      postcss.parse(read(file)).walkRules((rule) => {
        const layers: string[] = []
        for (let above: postcss.Node['parent'] = rule.parent; above; above = above.parent) {
          if (above.type === 'atrule' && (above as postcss.AtRule).name === 'layer')
            layers.push((above as postcss.AtRule).params)
          // Steps of an animation are not rules.
          if (above.type === 'atrule' && (above as postcss.AtRule).name.endsWith('keyframes')) return
        }
        const isOfModule = (selector: string) => {
          const classes = selector.match(/\.[a-z](?:\\.|[\w-])*/gi) ?? []
          return classes.length > 0 && classes.every((one) => new RegExp(`^\\.${name}(?:\\\\:|-)`).test(one))
        }
        const onlySetsVariables = rule.nodes.every((one) => one.type === 'decl' && one.prop.startsWith('--'))
        const isOwn = layers.includes(`mfe.${name}`) && rule.selectors.every(isOfModule)
        const isNested = rule.parent?.type === 'rule'
        expect(isOwn || isNested || onlySetsVariables, `${file}: ${rule.selector}`).toBe(true)
      })
    }
  })
})
