import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import type { Contributions } from '@griot/contracts/modules'
import { createStore } from '@griot/shell-sdk/store'
import { ADA } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { createSetBadge } from '../modules/menu-badges.ts'
import { ModulesProvider } from '../modules/modules-context.ts'
import { createTestModules, createTestRegistry } from '../modules/testing/test-modules.ts'
import { whenIdle } from '../when-idle.ts'
import { MenuLinks, useMenu } from './menu.tsx'

const contributes: Contributions = {
  routes: [
    { id: 'charts.home', path: '/charts', title: 'Charts', skeleton: 'list' },
    { id: 'charts.one', path: '/charts/:id', title: 'A chart', skeleton: 'list' },
    { id: 'charts.library', path: '/library', title: 'Library', skeleton: 'list' },
    { id: 'charts.new', path: '/new', title: 'New', skeleton: 'list' },
  ],
  nav: [
    { id: 'charts.home', route: 'charts.home', label: 'Charts', icon: 'chart-line', order: 100 },
    { id: 'charts.one', route: 'charts.one', label: 'One', icon: 'circle', order: 101 },
    { id: 'charts.library', route: 'charts.library', label: 'Library', icon: 'circle', order: 102 },
    { id: 'charts.none', route: 'charts.none', label: 'None', icon: 'circle', order: 103 },
    { id: 'charts.new', route: 'charts.new', label: 'New', icon: 'circle', order: 90, badge: { text: 'Beta' } },
  ],
  slots: [],
  fallback: {},
}

const PRODUCT = ['Discover', 'Home', 'Library', 'Rewards', 'Upload', 'Points', 'Admin']
const COUNT = 'GET /api/x/charts/unread'

const setUp = ({ badge, failing = [], isDisabled = false, ...more }: Setup = {}) => {
  const nav = contributes.nav.map((entry) => (entry.id === 'charts.home' && badge ? { ...entry, badge } : entry))
  const version = '0.1.0-g00000001'
  const charts = { version, isDisabled, contributes: { ...contributes, nav } } as unknown as AssignedModule
  const registry = createTestRegistry({ modules: { charts }, ...more })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ModulesProvider value={createTestModules({}, { registry, failing: createStore(failing) })}>
        <MemoryRouter>{children}</MemoryRouter>
      </ModulesProvider>
    </QueryClientProvider>
  )
  return { registry, client, wrapper }
}

interface Setup extends Partial<Assignment> {
  badge?: Contributions['nav'][number]['badge']
  failing?: readonly string[]
  isDisabled?: boolean
}

function Menu({ user = ADA }: { user?: typeof ADA | null }) {
  return (
    <ul>
      <MenuLinks entries={useMenu()} className="sidebar-link" user={user} />
    </ul>
  )
}

const labels = (menu: ReturnType<typeof useMenu>) => menu.map(({ label }) => label)

describe('the menu', () => {
  it('lists the entries of the product, then those of other modules, and marks pages whose module failed', () => {
    const { result } = renderHook(() => useMenu(), setUp({ failing: ['charts'] }))

    expect(labels(result.current)).toEqual([...PRODUCT, 'New', 'Charts'])
    expect(labels(result.current.filter(({ isFailing }) => isFailing))).toEqual(['Library', 'New', 'Charts'])
  })

  it('removes entries of a retired module, unless another module has the page', () => {
    const { registry, wrapper } = setUp({ retired: ['rewards', 'listener'] })
    const { result } = renderHook(() => useMenu(), { wrapper })
    expect(labels(result.current)).toEqual(['Library', 'Upload', 'Admin', 'New', 'Charts'])

    act(() => registry.set({ ...registry.get(), retired: [] }))
    expect(labels(result.current)).toEqual([...PRODUCT, 'New', 'Charts'])
  })

  it('keeps the entries of modules that are missing from the registry or switched off', () => {
    const { registry, wrapper } = setUp()
    const { result } = renderHook(() => useMenu(), { wrapper })
    const { charts } = registry.get().modules
    act(() =>
      registry.set({ ...registry.get(), modules: { charts: { ...charts, isDisabled: true } as AssignedModule } }),
    )
    expect(labels(result.current)).toEqual([...PRODUCT, 'New', 'Charts'])

    act(() => registry.set({ ...registry.get(), modules: {} }))
    expect(labels(result.current)).toEqual(PRODUCT)
  })

  it('draws the icon that a module names, and a general one for an unknown name', async () => {
    render(<Menu />, setUp())

    const charts = await screen.findByRole('link', { name: 'Charts' })
    await waitFor(() => expect(charts.querySelector('svg')).toHaveClass('lucide-chart-line'))
    expect(screen.getByRole('link', { name: 'New, Beta' }).querySelector('svg')).toHaveClass('lucide-shapes')
  })
})

describe('the badge of a menu entry', () => {
  it.each([
    [3, 'Charts, 3 new', '3'],
    [100, 'Charts, more than 99 new', '99+'],
  ])('shows the count %s of the module’s service', async (count, name, shown) => {
    const api = stubApi({ [COUNT]: { count } })
    render(<Menu />, setUp({ badge: { count: '/unread' } }))

    expect(await screen.findByRole('link', { name })).toHaveTextContent(shown)
    expect(api.calls).toMatchObject([{ headers: { 'x-mfe': 'charts@0.1.0-g00000001' } }])
  })

  it.each([
    ['0', { count: 0 }],
    ['an error', failure(503, 'Down.')],
    ['another document', ['3']],
  ])('is not shown for %s', async (_, response) => {
    const api = stubApi({ [COUNT]: response })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    render(<Menu />, setUp({ badge: { count: '/unread' } }))

    await waitFor(() => expect(api.calls).toHaveLength(1))
    await screen.findByRole('link', { name: 'New, Beta' })
    expect(screen.getByRole('link', { name: 'Charts' })).toBeVisible()
  })

  it('is counted again when the tab is shown after five minutes, also after an error', async () => {
    const responses = [failure(503, 'Down.'), { count: 1 }, { count: 2 }]
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const api = stubApi({ [COUNT]: () => responses.shift() })
    const { client, wrapper } = setUp({ badge: { count: '/unread' } })
    render(<Menu />, { wrapper })
    await waitFor(() => expect([api.calls.length, client.isFetching()]).toEqual([1, 0]))
    const now = Date.now()
    const showAfter = (minutes: number) => {
      vi.spyOn(Date, 'now').mockReturnValue(now + minutes * 60_000)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }

    showAfter(4)
    expect(api.calls).toHaveLength(1)
    showAfter(6)
    await screen.findByRole('link', { name: 'Charts, 1 new' })
    showAfter(10)
    expect(api.calls).toHaveLength(2)
    showAfter(12)
    await screen.findByRole('link', { name: 'Charts, 2 new' })
  })

  it('is not counted without a user, without a network, and for a module that is off or fails', async () => {
    const api = stubApi({ [COUNT]: { count: 3 } })
    const badge = { count: '/unread' }
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const renderIdle = async (menu: ReactNode, options = setUp({ badge })) => {
      const { unmount } = render(menu, options)
      await screen.findByRole('link', { name: 'New, Beta' })
      await act(() => new Promise<void>((resolve) => whenIdle(resolve)))
      unmount()
    }
    await renderIdle(<Menu />)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)

    await renderIdle(<Menu user={null} />)
    await renderIdle(<Menu />, setUp({ badge, failing: ['charts'] }))
    await renderIdle(<Menu />, setUp({ badge, isDisabled: true }))
    expect(api.calls).toEqual([])

    render(<Menu />, setUp({ badge }))
    await screen.findByRole('link', { name: 'Charts, 3 new' })
    expect(api.calls).toHaveLength(1)
  })

  it('is shown beside an entry of the product, which keeps its icon', async () => {
    const module = new AbortController()
    render(<Menu />, setUp())
    act(() => createSetBadge('charts', module.signal)('charts.library', '2 · 40 %'))
    const library = await screen.findByRole('link', { name: 'Library, 2 · 40 %' })
    expect(library.querySelector('svg')).toHaveClass('lucide-library')
    act(() => module.abort())
    expect(screen.getByRole('link', { name: 'Library' })).toBeVisible()
  })

  it('is replaced by what the running module sets, until it ends', async () => {
    const module = new AbortController()
    const setBadge = createSetBadge('charts', module.signal)
    act(() => setBadge('charts.new', 100.5))
    const api = stubApi({ [COUNT]: { count: 3 } })
    render(<Menu />, setUp({ badge: { count: '/unread' } }))
    await screen.findByRole('link', { name: 'New, more than 99 new' })
    await screen.findByRole('link', { name: 'Charts, 3 new' })

    act(() => {
      setBadge('charts.home', 0)
      setBadge('charts.new', 'Soon')
      setBadge('rewards.home', 7)
    })
    expect(screen.getByRole('link', { name: 'Charts' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'New, Soon' })).toBeVisible()

    act(() => setBadge('charts.new', `${'🔥'.repeat(12)}!`))
    expect(screen.getByRole('link', { name: `New, ${'🔥'.repeat(12)}` })).toBeVisible()
    act(() => setBadge('charts.new', 1.5))
    expect(screen.getByRole('link', { name: 'New, 1 new' })).toBeVisible()
    act(() => setBadge('charts.new', Number.NaN))
    expect(screen.getByRole('link', { name: 'New' })).toBeVisible()
    act(() => setBadge('charts.new', null))
    expect(screen.getByRole('link', { name: 'New, Beta' })).toBeVisible()
    act(() => module.abort())
    expect(screen.getByRole('link', { name: 'Charts, 3 new' })).toBeVisible()
    act(() => setBadge('charts.home', 7))
    expect(screen.getByRole('link', { name: 'Charts, 3 new' })).toBeVisible()
    expect(api.calls).toHaveLength(1)
  })
})
