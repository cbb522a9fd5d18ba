import { createHash } from 'node:crypto'
import type { RegistryStatus } from '@griot/contracts/module-registry'
import { CONTAINERS, VersionDocument } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { compareTypes, type Declared } from './compare-types.ts'

const contract = (api: string) => `
export interface ShellApiV1 { ${api} }
export interface ShellEvents { ended: { id: string } }
export interface RemoteModuleV1 { contract: 1; setup(api: ShellApiV1): { routes?: object } }
`
const REACT = `
import type { ShellApiV1 } from './contract.js'
export declare const ShellProvider: (props: { value: ShellApiV1 }) => null
export declare const useShell: () => ShellApiV1
`
const BOTH = 'play(): void; seek(seconds: number): void'
const ONE = 'play(): void'

// Runs the real compiler on small declarations.
describe('compareTypes', { timeout: 180_000 }, () => {
  it('needs no compiler for equal declarations', async () => {
    const result = await compareTypes(registryWith(shell(BOTH)), module(BOTH), '/nowhere')

    expect(result).toEqual({
      check: { id: 'C9', outcome: 'ok', says: 'Its types fit those of all released shells (1).' },
      compared: [],
    })
  })

  it('accepts a module that uses less than the shell provides', async () => {
    expect(await compareTypes(registryWith(shell(BOTH)), module(ONE), import.meta.dirname)).toMatchObject({
      check: { outcome: 'ok' },
      compared: [{ other: { module: 'shell', version: '0.1.0-g00000000' }, complaint: null }],
    })
  })

  it('refuses a module that uses more, and names the missing member', async () => {
    const result = await compareTypes(registryWith(shell(ONE)), module(BOTH), import.meta.dirname)

    expect(result.check.outcome).toBe('refuse')
    expect(result.check.says).toContain("Property 'seek' is missing")
  })

  it('refuses a shell that no longer provides what a released module uses', async () => {
    const result = await compareTypes(
      registryWith(module(BOTH)),
      shell('play(fast: boolean): void'),
      import.meta.dirname,
    )

    expect(result.check.outcome).toBe('refuse')
    expect(result.check.says).toContain('charts 0.1.0-g00000000')
  })

  it('warns if a version has no declarations', async () => {
    const { document, read } = shell(BOTH)
    const { types: _, ...earlier } = document

    expect(await compareTypes(registryWith({ document: earlier, read }), module(BOTH), '/nowhere')).toMatchObject({
      check: { outcome: 'warn' },
    })
  })

  const registryWith = ({ document, read }: Declared) => {
    const state = { stable: document.version, candidate: null, lkg: document.version }
    const status = { modules: { [document.module]: state }, health: [] }
    return {
      status: async () => status as unknown as RegistryStatus,
      document: async () => document,
      file: async (_: VersionDocument, name: string) => read(name),
    }
  }

  const declared = (about: object, api: string): Declared => {
    const texts: Record<string, string> = {
      'types/shell-sdk/contract.d.ts': contract(api),
      'types/shell-sdk/react.d.ts': REACT,
      'types/shell-sdk/router.d.ts': 'export declare const useParams: () => Record<string, string>\n',
      'types/shell-sdk/query.d.ts': 'export declare const useQuery: () => unknown\n',
    }
    const describeText = (text: string) => {
      const sri = `sha384-${createHash('sha384').update(text).digest('base64')}`
      return { sri, bytes: text.length, gz: text.length, type: 'asset' }
    }
    const document = VersionDocument.parse({
      schema: 1,
      version: '0.1.0-g00000000',
      built: { mf: CONTAINERS, rspack: '2.3.2' },
      files: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, describeText(text)])),
      preload: { default: [] },
      types: Object.keys(texts),
      ...about,
    })
    return { document, read: async (name) => texts[name] ?? '' }
  }

  const shell = (api: string) =>
    declared(
      {
        ...{ module: 'shell', page: 'index.html' },
        provides: { contracts: [1], shellSdk: '1.1.0', shared: {}, slots: [] },
      },
      api,
    )

  const module = (api: string) =>
    declared(
      {
        ...{
          module: 'charts',
          container: 'mfe_charts_00000000',
          entry: 'remoteEntry.js',
          expose: './module',
          contract: 1,
        },
        requires: { shellSdk: '^1.1.0', shared: {} },
        contributes: { routes: [], nav: [], slots: [], fallback: {} },
      },
      api,
    )
})
