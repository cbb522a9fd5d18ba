import type { AssignedModule } from '@griot/contracts/module-assignment'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createModuleLoader, type ModuleLoader } from './loader.ts'
import { prefetchModules } from './prefetch-modules.ts'
import { createTestModules } from './testing/test-modules.ts'

const assigned: AssignedModule = {
  version: '1.0.0-g00000001',
  container: 'mfe_points',
  contract: 1,
  entry: '/m/points/1.0.0-g00000001/remoteEntry.js',
  integrity: 'sha384-',
  contributes: {
    routes: [{ id: 'points.tip', path: '/tip/:id', title: 'Tip', skeleton: 'form' }],
    nav: [],
    slots: [],
    fallback: {},
  },
  lkg: null,
}

describe('prefetchModules', () => {
  /** How often the module was fetched. */
  let fetches: number
  let loader: ModuleLoader

  beforeAll(() =>
    prefetchModules(document, {
      registry: createTestModules({ modules: { points: assigned } }).registry,
      loader: (name) => (name === 'points' ? loader : null),
    }),
  )
  beforeEach(() => {
    fetches = 0
    loader = createModuleLoader({
      module: 'points',
      assigned,
      fetchModule: async () => {
        fetches += 1
        throw new Error('network')
      },
      createApi: () => ({}) as ShellApiV1,
      report: () => {},
      timing: { retryDelaysMs: [] },
    })
    render(
      <>
        <a href="/tip/7">
          <span>Tip</span>
        </a>
        <a href="/elsewhere">Elsewhere</a>
        <a href="https://example.com/tip/7">Another site</a>
      </>,
    )
  })

  it.each([
    ['a mouse', fireEvent.pointerOver],
    ['a finger', fireEvent.pointerDown],
    ['the keyboard', fireEvent.focusIn],
  ])('loads a module once when %s is at a link to its page', (_, reach) => {
    reach(screen.getByText('Tip'))
    reach(screen.getByText('Tip'))

    expect(fetches).toBe(1)
  })

  it('ignores other links', () => {
    fireEvent.pointerOver(screen.getByText('Elsewhere'))
    fireEvent.pointerOver(screen.getByText('Another site'))
    fireEvent.pointerOver(document.body)

    expect(fetches).toBe(0)
  })

  it('does not load a module again that failed', async () => {
    fireEvent.pointerOver(screen.getByText('Tip'))
    await expect.poll(() => loader.state.get().status).toBe('failed')
    fireEvent.pointerOver(screen.getByText('Tip'))

    expect(fetches).toBe(1)
  })
})
