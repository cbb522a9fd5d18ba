import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchAhead } from './fetch-ahead.ts'
import { createModuleLoader } from './loader.ts'
import type { ModuleLoader } from './loader-contract.ts'

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

describe('a module that is about to be wanted', () => {
  /** How often the module's files were asked for. */
  let asked: number
  let loader: ModuleLoader

  beforeAll(() =>
    fetchAhead(document, {
      registry: createStore<Assignment>({ rev: 1, shell: '', productName: 'Griot', modules: { points: assigned } }),
      loader: (name) => (name === 'points' ? loader : null),
    }),
  )
  beforeEach(() => {
    asked = 0
    loader = createModuleLoader({
      module: 'points',
      assigned,
      fetchModule: async () => {
        asked += 1
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
  ])('comes once %s is at a link to its page', (_, reach) => {
    reach(screen.getByText('Tip'))
    reach(screen.getByText('Tip'))

    expect(asked).toBe(1)
  })

  it('does not come for any other link', () => {
    fireEvent.pointerOver(screen.getByText('Elsewhere'))
    fireEvent.pointerOver(screen.getByText('Another site'))
    fireEvent.pointerOver(document.body)

    expect(asked).toBe(0)
  })

  it('is left alone once it has failed', async () => {
    fireEvent.pointerOver(screen.getByText('Tip'))
    await expect.poll(() => loader.state.get().status).toBe('failed')
    fireEvent.pointerOver(screen.getByText('Tip'))

    expect(asked).toBe(1)
  })
})
