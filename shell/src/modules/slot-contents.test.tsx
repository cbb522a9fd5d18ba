import type { AssignedModule } from '@griot/contracts/module-assignment'
import { ModuleSlot } from '@griot/shell-sdk/module-slot'
import { ShellProvider } from '@griot/shell-sdk/react'
import { createStore } from '@griot/shell-sdk/store'
import { createTestShell } from '@griot/shell-sdk/testing/render-screen'
import { act, cleanup, render, screen } from '@testing-library/react'
import { use } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModuleLoader } from './loader.ts'
import type { ModuleState } from './module-state.ts'
import { ModulesProvider } from './modules-context.ts'
import { SlotContents } from './slot-contents.tsx'
import { createTestModules, createTestRegistry } from './testing/test-modules.ts'

const DEADLINE_MS = 5000

type Contents = Record<string, unknown>

const never = new Promise<never>(() => {})

let comeNear = () => {}

beforeEach(() => {
  comeNear = () => {}
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => notify([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const contributes = (module: string, order: number): AssignedModule['contributes'] => ({
  routes: [],
  nav: [],
  slots: [
    { slot: 'listener.search', id: `${module}.found`, deadlineMs: DEADLINE_MS, title: `Found by ${module}`, order },
  ],
  fallback: {},
})

/** The page of a module with a slot that two modules fill: fans, then charts. */
const setUp = ({ orders = { charts: 2, fans: 1 }, isOld = false }: { orders?: object; isOld?: boolean } = {}) => {
  const states = new Map<string, ReturnType<typeof createStore<ModuleState>>>()
  const attached: string[] = []
  const crashed = vi.fn(() => 'panel')
  const stateOf = (module: string) => {
    const known = states.get(module) ?? createStore<ModuleState>({ status: 'idle' })
    states.set(module, known)
    return known
  }
  const loader = (module: string) => {
    const attach = () => {
      attached.push(module)
      return () => {}
    }
    return { state: stateOf(module), attach, mounts: () => {}, crashed } as unknown as ModuleLoader
  }
  const modulesOf = (all: object) =>
    Object.fromEntries(
      Object.entries(all).map(([module, order]) => [
        module,
        { contributes: contributes(module, order) } as AssignedModule,
      ]),
    )
  const registry = createTestRegistry({ modules: modulesOf(orders) })
  const { api } = createTestShell()
  const slots = isOld ? {} : { slots: { Contents: SlotContents } }
  render(
    <ModulesProvider value={createTestModules({}, { registry, loader })}>
      <ShellProvider value={{ ...api, ...slots }}>
        <ModuleSlot
          name="listener.search"
          props={{ query: 'kora' }}
          frame={(title, content) => <section aria-label={title}>{content}</section>}
        />
      </ShellProvider>
    </ModulesProvider>,
  )
  return {
    attached,
    crashed,
    release: (all: object) => act(() => registry.set({ ...registry.get(), modules: modulesOf(all) })),
    comesNear: async () => {
      await act(() => vi.dynamicImportSettled())
      act(comeNear)
    },
    loads: (module: string, content: unknown) =>
      act(() =>
        stateOf(module).set({
          status: 'ready',
          version: '1',
          api,
          instance: { slots: { 'listener.search': content } as Contents },
        }),
      ),
  }
}

const Found = ({ query }: { query: string }) => <p>A result for {query}</p>

describe('a slot that a module declares', () => {
  it('loads its contents when it comes near, and shows them in their order', async () => {
    const { attached, comesNear, loads } = setUp()
    expect(attached).toEqual([])
    await comesNear()
    expect(attached).toEqual(['fans', 'charts'])
    loads('charts', Found)
    expect(screen.queryByRole('region', { name: 'Found by charts' })).toBeNull()
    loads('fans', Found)
    const titles = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
    expect(titles).toEqual(['Found by fans', 'Found by charts'])
    expect(screen.getAllByText('A result for kora')).toHaveLength(2)
  })

  it.each([
    ['throws', () => Promise.reject(new Error('broken')), 0],
    ['renders nothing in time', () => never, DEADLINE_MS],
  ])('shows the others if one %s, and counts a crash', async (_, data, ms) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { comesNear, loads, crashed } = setUp()
    await comesNear()
    const promise = data()
    loads('fans', () => use(promise))
    loads('charts', Found)
    await act(() => vi.advanceTimersByTimeAsync(ms))
    expect(screen.getByRole('region', { name: 'Found by charts' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Found by fans' })).toBeNull()
    expect(crashed).toHaveBeenCalledTimes(1)
  })

  it('omits a content that is not loaded in time, also when it loads later', async () => {
    const { comesNear, loads } = setUp()
    await comesNear()
    loads('charts', Found)
    act(() => vi.advanceTimersByTime(DEADLINE_MS))
    expect(screen.getByRole('region', { name: 'Found by charts' })).toBeVisible()
    loads('fans', Found)
    expect(screen.getAllByRole('region')).toHaveLength(1)
  })

  it('keeps the shown contents when another one is released above them, and omits a retired one', async () => {
    const { attached, comesNear, loads, release } = setUp()
    await comesNear()
    loads('fans', Found)
    loads('charts', Found)
    release({ charts: 2, fans: 1, quotes: 0 })
    expect(screen.getAllByRole('region')).toHaveLength(2)
    expect(attached).not.toContain('quotes')
    release({ charts: 2 })
    expect(screen.getByRole('region')).toHaveAccessibleName('Found by charts')
  })

  it('mounts content of another framework with its props, and contains its errors', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { comesNear, loads, crashed } = setUp({ orders: { charts: 1 } })
    await comesNear()
    let failLater = (_: unknown) => {}
    const mount = async (
      element: HTMLElement,
      _: unknown,
      { props, fail }: { props: object; fail: (error: unknown) => void },
    ) => {
      element.textContent = JSON.stringify(props)
      failLater = fail
      return () => {}
    }
    loads('charts', { mount })
    expect(await act(async () => screen.getByText('{"query":"kora"}'))).toBeVisible()
    act(() => failLater(new Error('broken')))
    expect(screen.queryByRole('region')).toBeNull()
    expect(crashed).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['no module fills it', { orders: {} }],
    ['the shell is older', { isOld: true }],
  ])('renders nothing if %s', async (_, options) => {
    const { attached, comesNear } = setUp(options)
    await comesNear()
    expect(attached).toEqual([])
    expect(document.querySelector('body > div')).toBeEmptyDOMElement()
  })
})
