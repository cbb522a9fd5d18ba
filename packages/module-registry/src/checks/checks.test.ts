import { CONTAINERS, type Contributions, type ModuleDocument } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { moduleDocument, moduleFiles, shellDocument } from '../testing/built-module.ts'
import { checkModule, checkReturn, checkShell, type Ground, isRefused } from './checks.ts'

const announces = (more: Partial<Contributions>): Contributions => ({
  routes: [],
  nav: [],
  slots: [],
  fallback: {},
  ...more,
})
const route = (id: string, path: string) => ({ id, path, title: id, skeleton: 'list' as const })

const given = (module: ModuleDocument, more: Partial<Ground> = {}, files = moduleFiles('rewards', 1)) => {
  const ground: Ground = {
    shells: [shellDocument()],
    others: [],
    standing: null,
    api: ['points@1'],
    read: async (file) => {
      const content = files[file]
      return content === undefined ? null : Buffer.from(content)
    },
    ...more,
  }
  return checkModule(module, ground)
}

const said = async (results: Promise<Awaited<ReturnType<typeof checkModule>>>) =>
  (await results).filter(({ outcome }) => outcome !== 'ok').map(({ id, outcome, says }) => `${id} ${outcome}: ${says}`)

describe('what is asked of a module before people see it', () => {
  it('has nothing against one that fits', async () => {
    const results = await given(moduleDocument('rewards', 1))

    expect(isRefused(results)).toBe(false)
    expect(results.map(({ id }) => id)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C7', 'C8'])
  })

  it.each<[string, Partial<ModuleDocument>, string]>([
    [
      'C1 names that are not its own',
      { contributes: announces({ routes: [route('listener.home', '/x')] }) },
      'C1 refuse: These names must begin with "rewards.": listener.home.',
    ],
    ['C2 a preload that is no file', { preload: { default: ['gone.js'] } }, 'C2 refuse: module.json names files'],
    ['C2 a container that two builds share', { container: 'mfe_rewards' }, 'C2 refuse: The container mfe_rewards does'],
    ['C4 an SDK that is not there yet', { requires: { shellSdk: '^2.0.0', shared: {}, api: [] } }, 'brings SDK 1.0.0'],
    [
      'C4 a library that is not shared',
      { requires: { shellSdk: '^1.0.0', shared: { lodash: '^4.0.0' }, api: [] } },
      'does not share lodash',
    ],
    [
      'C5 a call that nobody answers',
      { requires: { shellSdk: '^1.0.0', shared: {}, api: ['points@2'] } },
      'C5 refuse: Nobody answers points@2.',
    ],
    [
      'C6 what this shell does not load',
      { built: { mf: '2.9.2', rspack: '2.3.2' } },
      'C6 refuse: shell 0.1.0-g00000001 loads modules by containers-1, and this was built for 2.9.2.',
    ],
    [
      'C7 a slot that no shell has',
      { contributes: announces({ slots: [{ slot: 'moon', id: 'rewards.moon', deadlineMs: 1 }] }) },
      'C7 refuse: Shell 0.1.0-g00000001 has no slot moon.',
    ],
    [
      'C1 and C7 commands of another one, or twice',
      { contributes: announces({ commands: ['moon.show', 'rewards.count', 'rewards.count'].map((id) => ({ id })) }) },
      'C1 refuse: These names must begin with "rewards.": moon.show.\nC7 refuse: rewards.count is contributed twice.',
    ],
    [
      'C8 what was built for development',
      { built: { mf: CONTAINERS, rspack: '2.3.2', watcher: '0a1b2c3d' }, container: 'mfe_rewards_0a1b2c3d' },
      'C8 refuse: It was built for development',
    ],
    [
      'C8 more than was promised',
      { budgets: { entry: 10, initial: 10 } },
      'C8 refuse: Over its budget: the entry is 0.1',
    ],
  ])('refuses %s', async (_, more, sentence) => {
    expect((await said(given({ ...moduleDocument('rewards', 1), ...more }))).join('\n')).toContain(sentence)
  })

  it('C3 asks every shell that people may have open', async () => {
    const old = shellDocument(9, undefined, {
      provides: { contracts: [0], shellSdk: '1.0.0', shared: { react: '19.2.0' }, slots: [] },
    })

    expect(await said(given(moduleDocument('rewards', 1), { shells: [shellDocument(), old] }))).toEqual([
      'C3 refuse: shell 0.1.0-g00000009 knows no contract 1.',
    ])
  })

  it('C4 takes what was built for an earlier minor of the SDK, and says which later one is missing', async () => {
    const shell = shellDocument(3, undefined, {
      provides: { contracts: [1], shellSdk: '1.1.0', shared: { react: '19.2.0' }, slots: [] },
    })
    const needing = (shellSdk: string) =>
      moduleDocument('rewards', 1, undefined, { requires: { shellSdk, shared: {}, api: [] } })

    expect(await said(given(needing('^1.0.0'), { shells: [shell] }))).toEqual([])
    expect(await said(given(needing('^1.2.0'), { shells: [shell] }))).toEqual([
      'C4 refuse: shell 0.1.0-g00000003 brings SDK 1.1.0, and ^1.2.0 is needed.',
    ])
  })

  it('C2 misses a file that was cleared away', async () => {
    const files = { ...moduleFiles('rewards', 1), 'more.css': 'p{}' }
    expect(await said(given(moduleDocument('rewards', 1, files), {}, moduleFiles('rewards', 1)))).toEqual([
      'C2 refuse: more.css is missing.',
    ])
  })

  it('C4 finds a second copy of what the shell owns', async () => {
    const files = {
      ...moduleFiles('rewards', 1),
      'extra.js': 'throw Error("No QueryClient set, use QueryClientProvider to set one")',
    }

    expect(await said(given(moduleDocument('rewards', 1, files), {}, files))).toEqual([
      "C4 refuse: extra.js brings its own @tanstack/react-query; the shell's must be the only one in the page.",
    ])
  })

  it('C7 leaves every page to the module that has it', async () => {
    const listener = moduleDocument('listener', 1, undefined, {
      contributes: announces({ routes: [route('listener.show', '/show/:id')] }),
    })
    const rewards = moduleDocument('rewards', 1, undefined, {
      contributes: announces({ routes: [route('rewards.show', '/show/:slug')] }),
    })

    expect(await said(given(rewards, { others: [listener] }))).toEqual([
      'C7 refuse: The page /show/: belongs to listener.',
    ])
  })

  it('C7 leaves to the gateway what it answers itself', async () => {
    const taking = moduleDocument('rewards', 1, undefined, {
      contributes: announces({ routes: [route('rewards.tips', '/mfe/tips'), route('rewards.metres', '/metres')] }),
    })

    expect(await said(given(taking))).toEqual([
      'C7 refuse: Nobody can come to the page /mfe/tips: the gateway answers there.',
    ])
  })

  it('C7 warns of a command that goes away', async () => {
    const standing = moduleDocument('rewards', 2, undefined, {
      contributes: announces({ commands: [{ id: 'rewards.count' }] }),
    })

    expect(await said(given(moduleDocument('rewards', 1), { standing }))).toEqual([
      'C7 warn: The command rewards.count goes away.',
    ])
  })

  it('C7 warns of a page that goes away while another module links to it', async () => {
    const standing = moduleDocument('rewards', 2, undefined, {
      contributes: announces({ routes: [route('rewards.points', '/points')] }),
    })
    const listener = moduleDocument('listener', 1, undefined, {
      contributes: announces({ fallback: { 'listener.home': { text: 'Away.', link: '/points' } } }),
    })

    expect(await said(given(moduleDocument('rewards', 1), { standing, others: [listener] }))).toEqual([
      'C7 warn: The page /points goes away, and listener links to it.',
    ])
  })
})

describe('what is asked before going back', () => {
  it('C11 is that the shells and the API still fit', () => {
    const old = moduleDocument('rewards', 1, undefined, {
      requires: { shellSdk: '^0.9.0', shared: {}, api: ['points@0'] },
    })

    const results = checkReturn(old, { shells: [shellDocument()], api: ['points@1'] })

    expect(results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['C11 refuse', 'C11 refuse'])
  })
})

describe('what is asked of a shell', () => {
  it('C12 is that it carries what stands and what may be gone back to', () => {
    const tip = announces({ slots: [{ slot: 'tip-dialog', id: 'rewards.tip', deadlineMs: 1 }] })
    const modules = [moduleDocument('listener', 1), moduleDocument('rewards', 1, undefined, { contributes: tip })]
    const without = shellDocument(2, undefined, {
      provides: { contracts: [1], shellSdk: '2.0.0', shared: { react: '19.2.0' }, slots: [] },
    })

    expect(checkShell(shellDocument(), modules).map(({ outcome }) => outcome)).toEqual(['ok'])
    expect(checkShell(without, modules).map(({ says }) => says)).toEqual([
      'listener 0.1.0-g00000001: shell 0.1.0-g00000002 brings SDK 2.0.0, and ^1.0.0 is needed.',
      'rewards 0.1.0-g00000001: shell 0.1.0-g00000002 brings SDK 2.0.0, and ^1.0.0 is needed.',
      'rewards 0.1.0-g00000001 fills tip-dialog, which this shell no longer has.',
    ])
  })
})
