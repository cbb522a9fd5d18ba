import type { Contributions } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { moduleDocument, moduleFiles } from '../testing/built-module.ts'
import { check, contributes, menuOf, problemsOf, route, slotsOfHome } from '../testing/check-module.ts'

describe('the contributions of a module', () => {
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

  it('C7 refuses a deadline that is not 1 to 10,000 ms', async () => {
    const tip = (deadlineMs: number) =>
      check({
        ...moduleDocument('rewards', 1),
        contributes: contributes({ slots: [{ slot: 'tip-dialog', id: 'rewards.tip', deadlineMs }] }),
      })

    expect(await problemsOf(tip(10_000))).toEqual([])
    for (const deadlineMs of [0, 10_001]) {
      expect(await problemsOf(tip(deadlineMs))).toEqual([
        `C7 refuse: The slot tip-dialog has a deadlineMs of ${deadlineMs}, not 1 to 10000.`,
      ])
    }
  })
})
