import { CONTAINERS, type Contributions, type ModuleDocument } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { moduleDocument, moduleFiles, shellDocument } from '../testing/built-module.ts'
import { type CheckContext, checkModule, checkReturn, checkShell, isRefused } from './checks.ts'

const contributes = (more: Partial<Contributions>): Contributions => ({
  routes: [],
  nav: [],
  slots: [],
  fallback: {},
  ...more,
})
const route = (id: string, path: string) => ({ id, path, title: id, skeleton: 'list' as const })

const slotsOfHome = contributes({
  routes: [route('listener.home', '/')],
  declares: [{ slot: 'listener.home', page: '/' }],
})

const menuOf = (module: string, labels: readonly string[], path = (at: number) => `/${module}-${at}`) =>
  contributes({
    routes: labels.map((_, at) => route(`${module}.page${at}`, path(at))),
    nav: labels.map((label, at) => ({
      ...{ id: `${module}.nav${at}`, route: `${module}.page${at}`, label, icon: 'map', order: at },
    })),
  })

const check = (module: ModuleDocument, more: Partial<CheckContext> = {}, files = moduleFiles('rewards', 1)) => {
  const context: CheckContext = {
    shells: [shellDocument()],
    oldShells: [],
    others: [],
    current: null,
    api: ['points@1'],
    read: async (file) => {
      const content = files[file]
      return content === undefined ? null : Buffer.from(content)
    },
    ...more,
  }
  return checkModule(module, context)
}

const problemsOf = async (results: Promise<Awaited<ReturnType<typeof checkModule>>>) =>
  (await results).filter(({ outcome }) => outcome !== 'ok').map(({ id, outcome, says }) => `${id} ${outcome}: ${says}`)

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

  it('C7 refuses a page of another module', async () => {
    const listener = moduleDocument('listener', 1, undefined, {
      contributes: contributes({ routes: [route('listener.show', '/show/:id')] }),
    })
    const rewards = moduleDocument('rewards', 1, undefined, {
      contributes: contributes({ routes: [route('rewards.show', '/show/:slug')] }),
    })

    expect(await problemsOf(check(rewards, { others: [listener] }))).toEqual([
      'C7 refuse: The page /show/: belongs to listener.',
    ])
  })

  it('C7 refuses a page at a path that the gateway serves', async () => {
    const reserved = moduleDocument('rewards', 1, undefined, {
      contributes: contributes({ routes: [route('rewards.tips', '/mfe/tips'), route('rewards.metres', '/metres')] }),
    })

    expect(await problemsOf(check(reserved))).toEqual([
      'C7 refuse: The page /mfe/tips cannot be reached: the gateway serves this path itself.',
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

  it('C7 refuses labels that exist, and more than five menu entries', async () => {
    const listener = { ...moduleDocument('listener', 1), contributes: menuOf('listener', ['Charts']) }
    const labels = ['home', 'Charts ', 'Map', 'Map', 'Fans', 'News']
    const module = { ...moduleDocument('rewards', 1), contributes: menuOf('rewards', labels) }

    expect(await problemsOf(check(module, { others: [listener] }))).toEqual([
      'C7 refuse: The menu has an entry “home” of the shell already.',
      'C7 refuse: The menu has an entry “Charts ” of listener already.',
      'C7 refuse: The label “Map” is contributed twice.',
      'C7 refuse: It has 6 menu entries. A module can have 5.',
    ])
  })

  it('C7 accepts an entry for a page of the shell’s own menu', async () => {
    const module = { ...moduleDocument('rewards', 1), contributes: menuOf('rewards', ['Rewards'], () => '/rewards') }

    expect(await problemsOf(check(module))).toEqual([])
  })

  it('C7 refuses badges that the menu cannot show', async () => {
    const badges = [{ text: 'A long announcement' }, { text: ' ' }, { count: '/../points' }, { count: '/unread?all=1' }]
    const menu = menuOf('rewards', ['Map', 'Fans', 'News', 'Tips'])
    const nav = menu.nav.map((entry, at) => ({ ...entry, badge: badges[at] }))

    expect(await problemsOf(check({ ...moduleDocument('rewards', 1), contributes: { ...menu, nav } }))).toEqual([
      'C7 refuse: The badge “A long announcement” of rewards.nav0 has more than 12 characters.',
      'C7 refuse: The badge of rewards.nav1 has no text.',
      'C7 refuse: The badge of rewards.nav2 counts /../points, which is not below /api/x/rewards/.',
    ])
  })

  it('C7 refuses actions without a page or command, with a long label, and too many of them', async () => {
    const action = (id: string, more: object) => ({ id: `rewards.${id}`, on: 'episode' as const, label: id, ...more })
    const module = moduleDocument('rewards', 1, undefined, {
      contributes: contributes({
        routes: [route('rewards.fans', '/fans'), route('rewards.fan', '/fans/:fan')],
        commands: [{ id: 'rewards.count' }],
        actions: [
          action('page', { route: 'rewards.fans' }),
          action('count', { command: 'rewards.count' }),
          action('count', { on: 'podcast', command: 'rewards.count' }),
          action('fan', { route: 'rewards.fan' }),
          action('moon', { route: 'listener.home' }),
          action('paint', { command: 'rewards.paint' }),
          action('long', { label: 'x'.repeat(41), route: 'rewards.fans' }),
          { ...action('foreign', { label: ' ', route: 'rewards.fans' }), id: 'listener.foreign' },
        ],
      }),
    })

    expect(await problemsOf(check(module))).toEqual([
      'C1 refuse: These names must begin with "rewards.": listener.foreign.',
      'C7 refuse: The action rewards.count is contributed twice.',
      'C7 refuse: The action rewards.fan opens /fans/:fan, but only the parameter :id is known.',
      'C7 refuse: The action rewards.moon opens listener.home, which is no page of this module.',
      'C7 refuse: The action rewards.paint runs rewards.paint, which is no command of this module.',
      'C7 refuse: The label of rewards.long has more than 40 characters.',
      'C7 refuse: The action listener.foreign has no label.',
      'C7 refuse: It has 7 actions on episode. A module can have 5.',
    ])
  })

  it('C7 warns of an unknown icon and names similar ones', async () => {
    const menu = menuOf('rewards', ['Map', 'Fans'])
    const nav = menu.nav.map((entry, at) => ({ ...entry, icon: ['bar-chart', 'unicorn'][at] ?? '' }))

    expect(await problemsOf(check({ ...moduleDocument('rewards', 1), contributes: { ...menu, nav } }))).toEqual([
      'C7 warn: The icon “bar-chart” of rewards.nav0 is unknown, so a general one is shown. Similar: chart-column, chart-line, chart-pie.',
      'C7 warn: The icon “unicorn” of rewards.nav1 is unknown, so a general one is shown. docs/modules-reference.md lists the names.',
    ])
  })

  it('C7 lets several modules fill a slot that a current module declares', async () => {
    const listener = moduleDocument('listener', 1, undefined, { contributes: slotsOfHome })
    const filling = (module: string) =>
      moduleDocument(module, 1, undefined, {
        contributes: contributes({ slots: [{ slot: 'listener.home', id: `${module}.home`, deadlineMs: 1, order: 2 }] }),
      })
    const charts = filling('charts')

    expect(await problemsOf(check(filling('rewards'), { others: [listener, charts] }))).toEqual([])
    expect(await problemsOf(check(filling('rewards'), { others: [charts] }))).toEqual([
      'C7 refuse: There is no slot listener.home. Slots that exist: tip-dialog, badge-popup.',
    ])
    const without = { ...listener, contributes: contributes({ routes: slotsOfHome.routes }) }
    const removed = check(
      Object.assign(without, { container: 'mfe_listener_00000001' }),
      {
        ...{ current: listener, others: [charts, filling('rewards')] },
      },
      moduleFiles('listener', 1),
    )
    expect(await problemsOf(removed)).toEqual([
      'C7 warn: The slot listener.home is removed. It is filled by charts, rewards.',
    ])
  })

  it('C1 and C7 refuse slots that are declared for another module, twice or elsewhere, and too many', async () => {
    const declares = [
      { slot: 'moon.home', page: '/' },
      { slot: 'rewards.aside', page: '/rewards?show=all' },
      { slot: 'rewards.aside', page: '/nowhere' },
    ]
    const many = Array.from({ length: 11 }, (_, at) => ({ slot: `rewards.s${at}`, page: '/rewards' }))
    const slots = Array.from({ length: 6 }, (_, at) => ({
      slot: `listener.s${at}`,
      id: `rewards.f${at}`,
      deadlineMs: 1,
    }))
    const routes = [route('rewards.rewards', '/rewards')]
    const own = (more: Partial<Contributions>) => ({
      ...moduleDocument('rewards', 1),
      contributes: contributes({ routes, ...more }),
    })
    const listener = moduleDocument('listener', 1, undefined, {
      contributes: contributes({ declares: slots.map(({ slot }) => ({ slot, page: '/' })) }),
    })

    expect(await problemsOf(check(own({ declares })))).toEqual([
      'C1 refuse: These names must begin with "rewards.": moon.home.',
      'C7 refuse: The slot rewards.aside is declared twice.',
      'C7 refuse: The slot moon.home is declared for /, which is no page of rewards.',
      'C7 refuse: The slot rewards.aside is declared for /nowhere, which is no page of rewards.',
    ])
    expect(await problemsOf(check(own({ declares: many, slots }), { others: [listener] }))).toEqual([
      'C7 refuse: It fills 6 slots. A module can fill 5.',
      'C7 refuse: It declares 11 slots. A module can declare 10.',
    ])
  })

  it('C7 warns of a removed command', async () => {
    const current = moduleDocument('rewards', 2, undefined, {
      contributes: contributes({ commands: [{ id: 'rewards.count' }] }),
    })

    expect(await problemsOf(check(moduleDocument('rewards', 1), { current }))).toEqual([
      'C7 warn: The command rewards.count is removed.',
    ])
  })

  it('C7 warns of a removed page that another module links to', async () => {
    const current = moduleDocument('rewards', 2, undefined, {
      contributes: contributes({ routes: [route('rewards.points', '/points')] }),
    })
    const listener = moduleDocument('listener', 1, undefined, {
      contributes: contributes({ fallback: { 'listener.home': { text: 'Unavailable.', link: '/points' } } }),
    })

    expect(await problemsOf(check(moduleDocument('rewards', 1), { current, others: [listener] }))).toEqual([
      'C7 warn: The page /points is removed, but listener links to it.',
    ])
  })
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
