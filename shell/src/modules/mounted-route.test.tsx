import type { MountedPage, ShellApiV1 } from '@griot/shell-sdk/contract'
import { ShellProvider } from '@griot/shell-sdk/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModuleBoundary } from './module-boundary.tsx'
import { MountedRoute } from './mounted-route.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a page of another framework', () => {
  it('is mounted with its parameters, and unmounted when a parameter or the route changes', async () => {
    const steps: string[] = []
    const { go } = open({
      mount: (element, _, { routeId, params }) => {
        element.textContent = `${routeId} ${params.id}`
        steps.push(`mount ${params.id}`)
        return () => steps.push(`unmount ${params.id}`)
      },
    })
    expect(screen.getByText('charts.one 1')).toBeVisible()

    await go('/charts/2')
    expect(screen.getByText('charts.one 2')).toBeVisible()
    expect(screen.queryByText('charts.one 1')).toBeNull()
    await go('/elsewhere')
    expect(screen.getByText('elsewhere')).toBeVisible()
    expect(steps).toEqual(['mount 1', 'unmount 1', 'mount 2', 'unmount 2'])
  })

  it('is unmounted when its mount ends after the user has left', async () => {
    const unmount = vi.fn()
    const { promise, resolve } = deferred<() => void>()
    const { go } = open({ mount: () => promise })
    await go('/elsewhere')
    await act(async () => resolve(unmount))

    expect(unmount).toHaveBeenCalledOnce()
  })

  it('crashes in its boundary when mount throws, rejects, or the page fails later', async () => {
    let failLater = (_: unknown) => {}
    const pages: MountedPage[] = [
      {
        mount: () => {
          throw new Error('threw')
        },
      },
      { mount: async () => Promise.reject(new Error('rejected')) },
      {
        mount: (_, __, { fail }) => {
          failLater = fail
          return () => {}
        },
      },
    ]
    for (const page of pages) {
      const { crashes } = open(page)
      await act(async () => failLater(new Error('failed later')))
      expect(screen.getByText('fallback')).toBeVisible()
      expect(crashes).toHaveLength(1)
      cleanup()
    }
  })

  it('reports an error while it is unmounted', async () => {
    const { go, reported } = open({
      mount: () => () => {
        throw new Error('did not end')
      },
    })
    await go('/elsewhere')

    expect(screen.getByText('elsewhere')).toBeVisible()
    expect(reported.map(String)).toEqual(['Error: did not end'])
  })
})

const deferred = <T,>() => {
  let resolve = (_: T) => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function Navigation({ onRender }: { onRender: (navigate: (to: string) => unknown) => void }) {
  onRender(useNavigate())
  return null
}

const open = (page: MountedPage) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const reported: unknown[] = []
  const crashes: unknown[] = []
  const api = { telemetry: { error: (error: unknown) => reported.push(error) } } as unknown as ShellApiV1
  let navigate: (to: string) => unknown = () => {}
  const takeNavigate = (given: typeof navigate) => {
    navigate = given
  }
  const handleCrash = (error: unknown) => {
    crashes.push(error)
    return 'panel' as const
  }
  render(
    <MemoryRouter initialEntries={['/charts/1']}>
      <Navigation onRender={takeNavigate} />
      <ShellProvider value={api}>
        <ModuleBoundary onCrash={handleCrash} panel={() => <p>fallback</p>}>
          <Routes>
            <Route path="/charts/:id" element={<MountedRoute page={page} routeId="charts.one" />} />
            <Route path="*" element={<p>elsewhere</p>} />
          </Routes>
        </ModuleBoundary>
      </ShellProvider>
    </MemoryRouter>,
  )
  return { go: (to: string) => act(async () => navigate(to)), reported, crashes }
}
