import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { containerName } from './container-name.ts'
import { describeBuild } from './describe-build.ts'

const CONTAINER = 'mfe_charts_0a1b2c3d'
const assets = (...sync: string[]) => ({ js: { sync, async: [] }, css: { sync: [], async: [] } })
const manifest = (more: object = {}, entry: object = {}) => ({
  name: CONTAINER,
  metaData: {
    globalName: CONTAINER,
    pluginVersion: '2.9.2',
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global', ...entry },
  },
  shared: [
    { name: 'react', requiredVersion: '^19.3.1', assets: assets() },
    { name: 'lodash', requiredVersion: '^4.0.0', assets: assets('lodash.js') },
  ],
  exposes: [{ path: './module', assets: assets('page.js') }],
  ...more,
})
const GRIOT = {
  schema: 1,
  module: 'charts',
  contract: 1,
  contributes: { routes: [], nav: [], slots: [], fallback: {} },
}

// The builds of the real plugins are tested in shell/e2e/module-stock.test.ts.
describe('describeBuild', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'griot-describe-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const write = async (files: Record<string, object | string>) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    }
  }
  const described = async (files: Record<string, object | string> = {}) => {
    await write({
      'package.json': { version: '1.2.0' },
      'griot.json': GRIOT,
      'dist/mf-manifest.json': manifest(),
      'dist/remoteEntry.js': `var ${CONTAINER} = {}`,
      'dist/page.js': 'page',
      'dist/index.html': '<p>',
      'dist/.vite/manifest.json': '{}',
      ...files,
    })
    return describeBuild(path.join(folder, 'dist'))
  }
  const refusal = async (files: Record<string, object | string>) =>
    described(files).then(
      () => null,
      ({ message, details }) => [message, ...details].join('\n'),
    )

  it('takes version, files, first view and shared libraries from the build, and the rest from griot.json', async () => {
    expect(await described()).toMatchObject({
      module: 'charts',
      version: '1.2.0-g0a1b2c3d',
      container: CONTAINER,
      built: { mf: 'own' },
      preload: { default: ['page.js'] },
      requires: { shellSdk: expect.stringMatching(/^\^1\./), shared: { react: '^19.3.1' }, api: [] },
    })
    expect(Object.keys((await described()).files)).toEqual(['mf-manifest.json', 'page.js', 'remoteEntry.js'])
  })

  it('computes the SDK range of the sources, unless griot.json names one', async () => {
    const sdk = async (files: Record<string, object | string>) => (await described(files)).requires.shellSdk
    const fromSdk = { name: '@griot/shell-sdk/react', requiredVersion: '^1.2.0', assets: assets() }
    expect(await sdk({ 'dist/mf-manifest.json': manifest({ shared: [fromSdk] }) })).toBe('^1.2.0')
    expect(await sdk({ 'src/page.js': 'api.ui.theme', 'src/page.test.js': 'api.nav.setBadge()' })).toBe('^1.3.0')
    expect(await sdk({ 'dist/mf-manifest.json': manifest({}, { type: 'module' }) })).toBe('^1.4.0')
    expect(await sdk({ 'griot.json': { ...GRIOT, shellSdk: '^1.1.0' } })).toBe('^1.1.0')
  })

  it('accepts an ES module, and the section in the manifest', async () => {
    const { entryType, requires } = await described({
      'griot.json': 'not read',
      'dist/mf-manifest.json': manifest({ griot: { ...GRIOT, shellSdk: '^1.5.0' } }, { type: 'module' }),
    })
    expect([entryType, requires.shellSdk]).toEqual(['module', '^1.5.0'])
  })

  it('names the runtime of the shell for an entry without one', async () => {
    const entry = `var ${CONTAINER} = globalThis._FEDERATION_RUNTIME_CORE`
    expect((await described({ 'dist/remoteEntry.js': entry })).built.mf).toBe('2.9.2')
  })

  it.each([
    [
      'a fixed name',
      manifest({ name: 'charts', metaData: { ...manifest().metaData, globalName: 'charts' } }),
      'same in every build',
    ],
    ['a format that no page can load', manifest({}, { type: 'commonjs' }), 'cannot load an entry of the type commonjs'],
    ['a build that exposes something else', manifest({ exposes: [] }), 'exposes no ./module'],
    ['a manifest without metaData', { name: 'charts' }, 'mf-manifest.json is not valid'],
  ])('refuses %s', async (_, changed, sentence) => {
    expect(await refusal({ 'dist/mf-manifest.json': changed })).toContain(sentence)
  })

  it('refuses chunks that share a global with other builds', async () => {
    const entry = `var ${CONTAINER}; self.webpackChunkcharts = []`
    expect(await refusal({ 'dist/remoteEntry.js': entry })).toContain('use the global webpackChunkcharts')
  })

  it('refuses an invalid griot.json and lists its problems', async () => {
    expect(await refusal({ 'griot.json': { ...GRIOT, module: 'Charts!' } })).toMatch(
      /griot\.json is not valid[\s\S]*module/,
    )
  })

  it('containerName depends on the sources only', async () => {
    await write({ 'src/page.ts': 'one', 'dist/page.js': 'one', 'node_modules/x/index.js': 'one' })
    const before = containerName('my-charts', folder)
    expect(before).toMatch(/^mfe_my_charts_[0-9a-f]{8}$/)
    await write({ 'dist/page.js': 'two', 'node_modules/x/index.js': 'two' })
    expect(containerName('my-charts', folder)).toBe(before)
    await write({ 'src/page.ts': 'two' })
    expect(containerName('my-charts', folder)).not.toBe(before)
  })
})
