import { CONTAINERS, type ModuleDocument } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { moduleDocument, moduleFiles, shellDocument } from '../testing/built-module.ts'
import { check, contributes, problemsOf, route } from '../testing/check-module.ts'
import { checkReturn, checkShell, isRefused } from './checks.ts'

describe('checkModule', () => {
  it('accepts a module that fits', async () => {
    const results = await check(moduleDocument('rewards', 1))

    expect(isRefused(results)).toBe(false)
    expect(results.map(({ id }) => id)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C7', 'C8', 'C14'])
  })

  it.each<[string, Partial<ModuleDocument>, string]>([
    [
      'C1 names of another module',
      { contributes: contributes({ routes: [route('listener.home', '/x')] }) },
      'C1 refuse: These names must begin with "rewards.": listener.home.',
    ],
    [
      'C2 a preload that is not in the file list',
      { preload: { default: ['gone.js'] } },
      'C2 refuse: module.json uses files',
    ],
    [
      'C2 a container name without build id',
      { container: 'mfe_rewards' },
      'C2 refuse: The container name mfe_rewards must',
    ],
    [
      'C2 a script that is declared as an ES module',
      { entryType: 'module', requires: { shellSdk: '^1.0.0', shared: {}, api: [] } },
      'C2 refuse: remoteEntry.js is not an ES module that exports get and init.\nC3 refuse: shell 0.1.0-g00000001 does not load ES modules.',
    ],
    [
      'C4 an SDK that no shell provides',
      { requires: { shellSdk: '^2.0.0', shared: {}, api: [] } },
      'provides SDK 1.0.0',
    ],
    [
      'C4 a library that is not shared',
      { requires: { shellSdk: '^1.0.0', shared: { lodash: '^4.0.0' }, api: [] } },
      'does not share lodash',
    ],
    [
      'C5 a part of the API that is not served',
      { requires: { shellSdk: '^1.0.0', shared: {}, api: ['points@2'] } },
      'C5 refuse: The API does not serve points@2.',
    ],
    [
      'C6 another version of the federation runtime',
      { built: { mf: '2.10.0', rspack: '2.3.2' } },
      'C6 refuse: shell 0.1.0-g00000001 has the federation runtime 2.9.2, but the module was built for 2.10.0.',
    ],
    [
      'C7 a slot that no shell has',
      { contributes: contributes({ slots: [{ slot: 'moon', id: 'rewards.moon', deadlineMs: 1 }] }) },
      'C7 refuse: There is no slot moon. Slots that exist: tip-dialog, badge-popup.',
    ],
    [
      'C1 and C7 commands of another module, or twice',
      { contributes: contributes({ commands: ['moon.show', 'rewards.count', 'rewards.count'].map((id) => ({ id })) }) },
      'C1 refuse: These names must begin with "rewards.": moon.show.\nC7 refuse: rewards.count is contributed twice.',
    ],
    [
      'C8 a development build',
      { built: { mf: CONTAINERS, rspack: '2.3.2', watcher: '0a1b2c3d' }, container: 'mfe_rewards_0a1b2c3d' },
      'C8 refuse: It is a development build',
    ],
    [
      'C8 more bytes than its budget',
      { budgets: { entry: 10, initial: 10 } },
      'C8 refuse: Over its budget: the entry is 0.1',
    ],
  ])('refuses %s', async (_, more, sentence) => {
    expect((await problemsOf(check({ ...moduleDocument('rewards', 1), ...more }))).join('\n')).toContain(sentence)
  })

  it('C3 refuses for a shell that pages can get, and warns for one that only a tab runs', async () => {
    const old = shellDocument(9, undefined, {
      provides: { contracts: [0], shellSdk: '1.0.0', shared: { react: '19.2.0' }, slots: [] },
    })

    expect(await problemsOf(check(moduleDocument('rewards', 1), { shells: [shellDocument(), old] }))).toEqual([
      'C3 refuse: shell 0.1.0-g00000009 does not support contract 1.',
    ])
    const results = await check(moduleDocument('rewards', 1), { oldShells: [old, old] })
    expect(isRefused(results)).toBe(false)
    expect(await problemsOf(Promise.resolve(results))).toEqual([
      'C3 warn: shell 0.1.0-g00000009 does not support contract 1. Tabs that still run this shell keep an earlier version of the module.',
    ])
  })

  it('C4 accepts an earlier minor version of the SDK and refuses a later one', async () => {
    const shell = shellDocument(3, undefined, {
      provides: { contracts: [1], shellSdk: '1.1.0', shared: { react: '19.2.0' }, slots: [] },
    })
    const needing = (shellSdk: string) =>
      moduleDocument('rewards', 1, undefined, { requires: { shellSdk, shared: {}, api: [] } })

    expect(await problemsOf(check(needing('^1.0.0'), { shells: [shell] }))).toEqual([])
    expect(await problemsOf(check(needing('^1.2.0'), { shells: [shell] }))).toEqual([
      'C4 refuse: shell 0.1.0-g00000003 provides SDK 1.1.0, but the module requires ^1.2.0.',
    ])
  })

  it('C2 reports a missing file', async () => {
    const files = { ...moduleFiles('rewards', 1), 'more.css': 'p{}' }
    expect(await problemsOf(check(moduleDocument('rewards', 1, files), {}, moduleFiles('rewards', 1)))).toEqual([
      'C2 refuse: more.css is missing.',
    ])
  })

  it('C4 finds a bundled copy of a library of the shell', async () => {
    const files = {
      ...moduleFiles('rewards', 1),
      'extra.js': 'throw Error("No QueryClient set, use QueryClientProvider to set one")',
    }

    expect(await problemsOf(check(moduleDocument('rewards', 1, files), {}, files))).toEqual([
      'C4 refuse: extra.js bundles @tanstack/react-query. The page must have only the copy of the shell.',
    ])
  })

  it.each(['/*', '/rewards/*', '/:name', '/:kind/:id'])(
    'C7 refuses the page %s, which matches other pages',
    async (path) => {
      const module = Object.assign(moduleDocument('rewards', 1), {
        contributes: contributes({ routes: [route('rewards.all', path)] }),
      })

      expect(await problemsOf(check(module))).toEqual([
        `C7 refuse: The page ${path} would match the paths of other pages. Begin it with a name of its own.`,
      ])
    },
  )
})

describe('checkReturn', () => {
  it('C11 requires that the shells and the API still fit', () => {
    const old = moduleDocument('rewards', 1, undefined, {
      requires: { shellSdk: '^0.9.0', shared: {}, api: ['points@0'] },
    })

    const results = checkReturn(old, { shells: [shellDocument()], oldShells: [], api: ['points@1'] })

    expect(results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['C11 refuse', 'C11 refuse'])
  })
})

describe('checkShell', () => {
  it('C12 requires that it runs all current versions and rollback targets', () => {
    const slots = ['tip-dialog', 'listener.home'].map((slot) => ({ slot, id: `rewards.${slot}`, deadlineMs: 1 }))
    const tip = contributes({ slots })
    const modules = [moduleDocument('listener', 1), moduleDocument('rewards', 1, undefined, { contributes: tip })]
    const without = shellDocument(2, undefined, {
      provides: { contracts: [1], shellSdk: '2.0.0', shared: { react: '19.2.0' }, slots: [] },
    })

    expect(checkShell(shellDocument(), modules).map(({ outcome }) => outcome)).toEqual(['ok'])
    expect(checkShell(without, modules).map(({ says }) => says)).toEqual([
      'listener 0.1.0-g00000001: shell 0.1.0-g00000002 provides SDK 2.0.0, but the module requires ^1.0.0.',
      'rewards 0.1.0-g00000001: shell 0.1.0-g00000002 provides SDK 2.0.0, but the module requires ^1.0.0.',
      'rewards 0.1.0-g00000001 fills the slot tip-dialog, which this shell does not have.',
    ])
  })
})
