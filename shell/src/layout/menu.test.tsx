import type { Assignment } from '@griot/contracts/module-assignment'
import type { Contributions } from '@griot/contracts/modules'
import { createStore } from '@griot/shell-sdk/store'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { ModulesProvider } from '../modules/modules-context.ts'
import { useMenu } from './menu.tsx'

const contributes: Contributions = {
  routes: [
    { id: 'charts.home', path: '/charts', title: 'Charts', skeleton: 'list' },
    { id: 'charts.one', path: '/charts/:id', title: 'A chart', skeleton: 'list' },
    { id: 'charts.library', path: '/library', title: 'Library', skeleton: 'list' },
  ],
  nav: [
    { id: 'charts.home', route: 'charts.home', label: 'Charts', icon: 'circle', order: 100 },
    { id: 'charts.one', route: 'charts.one', label: 'One', icon: 'circle', order: 101 },
    { id: 'charts.library', route: 'charts.library', label: 'Library', icon: 'circle', order: 102 },
    { id: 'charts.none', route: 'charts.none', label: 'None', icon: 'circle', order: 103 },
  ],
  slots: [],
  fallback: {},
}

describe('the menu', () => {
  it('lists the entries of the product, then those of other modules, and marks pages whose module failed', () => {
    const assignment = { modules: { charts: { contributes } } } as unknown as Assignment
    const registry = Object.assign(createStore(assignment), { refresh: async () => {}, watch: () => () => {} })
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ModulesProvider
        value={{
          registry,
          hasUnsavedWork: createStore(false),
          isBlocked: createStore(false),
          failing: createStore(['charts']),
          loader: () => null,
          pageLeft: () => {},
          startPreloaded: async () => {},
        }}
      >
        {children}
      </ModulesProvider>
    )

    const { result } = renderHook(() => useMenu(), { wrapper })

    expect(result.current.map(({ label }) => label)).toEqual([
      ...['Discover', 'Home', 'Library', 'Rewards', 'Upload', 'Points', 'Admin'],
      'Charts',
    ])
    expect(result.current.filter(({ isFailing }) => isFailing).map(({ label }) => label)).toEqual(['Library', 'Charts'])
  })
})
