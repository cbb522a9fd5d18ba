import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, use } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ModuleRoute } from './module-route.tsx'
import { ModulesProvider } from './modules-context.ts'
import { assigned, exposes, setUpLoader, status } from './testing/loader-harness.ts'
import { createTestModules } from './testing/test-modules.ts'

const never = new Promise(() => {})
const shows = (Page: ComponentType) => exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page } }) })

function Nothing() {
  use(never)
  return null
}

describe('a loaded page that renders nothing', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('is replaced by the last known good version after ten seconds, and reported', async () => {
    const { loader, reports } = await open(assigned('v2', 'v1'))
    await advance(9900)
    expect(screen.getByText('Still loading Points…')).toBeVisible()

    await advance(200)
    expect(screen.getByRole('heading', { name: 'Good' })).toBeVisible()
    expect([status(loader), reports]).toEqual(['ready v1', ['v2 stall']])
  })

  it('is replaced if it returns null', async () => {
    const { loader, reports } = await open(
      assigned('v2', 'v1'),
      shows(() => null),
    )
    await advance(9900)
    expect(status(loader)).toBe('ready v2')

    await advance(200)
    expect([status(loader), reports]).toEqual(['ready v1', ['v2 stall']])
  })

  it('shows the panel when there is no other version', async () => {
    const { reports } = await open(assigned('v2'))
    await advance(10_100)

    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
    expect(reports).toEqual(['v2 stall'])
  })

  const open = async (first: ReturnType<typeof assigned> & { lkg: ModuleRelease | null }, second = shows(Nothing)) => {
    const module = setUpLoader({ v2: second, v1: shows(() => <h1>Good</h1>) }, first)
    const { loader } = module
    const route = first.contributes.routes[0]
    if (!route) throw new Error('the module declares no page')
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ModulesProvider value={createTestModules({}, { loader: () => loader })}>
          <MemoryRouter>
            <ModuleRoute loader={loader} assigned={first} route={route} />
          </MemoryRouter>
        </ModulesProvider>
      </QueryClientProvider>,
    )
    await advance(0)
    return module
  }

  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
})
