import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { createStore } from '@griot/shell-sdk/store'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, use } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assigned, exposes, given, status } from './given-loader.ts'
import { ModuleRoute } from './module-route.tsx'
import { ModulesProvider } from './modules-context.ts'
import type { Registry } from './registry.ts'

const never = new Promise(() => {})
const shows = (Page: ComponentType) => exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page } }) })

/** As a team might write it that waits for what never comes. */
function Nothing() {
  use(never)
  return null
}

describe('a page that has come and shows nothing', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('makes way for the last good version after ten seconds, and is told of', async () => {
    const { loader, reports } = await open(assigned('v2', 'v1'))
    await pass(9900)
    expect(screen.getByText('Still loading Points…')).toBeVisible()

    await pass(200)
    expect(screen.getByRole('heading', { name: 'Good' })).toBeVisible()
    expect([status(loader), reports]).toEqual(['ready v1', ['v2 stall']])
  })

  it('has the panel where there is no other version', async () => {
    const { reports } = await open(assigned('v2'))
    await pass(10_100)

    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
    expect(reports).toEqual(['v2 stall'])
  })

  const open = async (first: ReturnType<typeof assigned> & { lkg: ModuleRelease | null }) => {
    const module = given({ v2: shows(Nothing), v1: shows(() => <h1>Good</h1>) }, first)
    const { loader } = module
    const route = first.contributes.routes[0]
    if (!route) throw new Error('It announces no page.')
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ModulesProvider
          value={{
            registry: createStore({ modules: {} }) as unknown as Registry,
            loader: () => loader,
            isWriting: createStore(false),
            isTooOld: createStore(false),
            failing: createStore([]),
            startPreloaded: async () => {},
          }}
        >
          <MemoryRouter>
            <ModuleRoute loader={loader} assigned={first} route={route} />
          </MemoryRouter>
        </ModulesProvider>
      </QueryClientProvider>,
    )
    await pass(0)
    return module
  }

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
})
