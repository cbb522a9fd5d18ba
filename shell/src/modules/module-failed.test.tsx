import type { Assignment } from '@griot/contracts/module-assignment'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModuleFailed } from './module-failed.tsx'
import { ModulesProvider } from './modules-context.ts'
import { createTestModules } from './testing/test-modules.ts'

afterEach(cleanup)

const listener = { contributes: { routes: [{ id: 'listener.discover', path: '/discover', title: 'Discover' }] } }
const FALLBACK = { text: 'Points are unavailable right now.', link: '/discover' }

describe('ModuleFailed', () => {
  it('offers a retry and a link to another page', () => {
    const handleRetry = vi.fn()
    show(<ModuleFailed title="Points" fallback={FALLBACK} onRetry={handleRetry} />)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))

    expect(handleRetry).toHaveBeenCalledOnce()
    expect(screen.getByRole('link', { name: 'Go to Discover' })).toHaveAttribute('href', '/discover')
  })

  it('offers no retry for a disabled module', () => {
    show(<ModuleFailed title="Points" fallback={FALLBACK} />)

    expect(screen.getByRole('alert')).toHaveTextContent('This page is switched off.')
    expect(screen.queryByRole('button')).toBeNull()
    screen.getByRole('link', { name: 'Go to Discover' })
  })

  it('leads out of safe mode to the same page', () => {
    show(<ModuleFailed title="Points" fallback={FALLBACK} onRetry={() => {}} />, { isSafeMode: true })

    expect(screen.getByRole('link', { name: 'Leave safe mode' })).toHaveAttribute('href', '/points?page=2')
    expect(screen.queryByText('Retry')).toBeNull()
    // In safe mode the other page has no module either.
    expect(screen.queryByText('Go to Discover')).toBeNull()
  })
})

const show = (panel: ReactNode, assigned: Partial<Assignment> = {}) => {
  render(
    <ModulesProvider value={createTestModules({ modules: { listener }, ...assigned })}>
      <MemoryRouter initialEntries={['/points?mfe=safe&page=2']}>{panel}</MemoryRouter>
    </ModulesProvider>,
  )
}
