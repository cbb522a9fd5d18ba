import type { Assignment } from '@griot/contracts/module-assignment'
import { createStore } from '@griot/shell-sdk/store'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModuleFailed } from './module-failed.tsx'
import { ModulesProvider } from './modules-context.ts'

afterEach(cleanup)

const FALLBACK = { text: 'Points are unavailable right now.', link: '/discover' }

describe('what stands where a module’s page should be', () => {
  it('offers to try again, and a page of somebody else', () => {
    const handleRetry = vi.fn()
    show(<ModuleFailed title="Points" fallback={FALLBACK} onRetry={handleRetry} />)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))

    expect(handleRetry).toHaveBeenCalledOnce()
    expect(screen.getByRole('link', { name: 'Go elsewhere' })).toHaveAttribute('href', '/discover')
  })

  it('offers nothing that would not be tried of a module that is switched off', () => {
    show(<ModuleFailed title="Points" fallback={FALLBACK} />)

    expect(screen.getByRole('alert')).toHaveTextContent('It is switched off for now, and comes back by itself.')
    expect(screen.queryByRole('button')).toBeNull()
    screen.getByRole('link', { name: 'Go elsewhere' })
  })

  it('leads out of safe mode, to the same page', () => {
    show(<ModuleFailed title="Points" fallback={FALLBACK} onRetry={() => {}} />, { isSafeMode: true })

    expect(screen.getByRole('link', { name: 'Leave safe mode' })).toHaveAttribute('href', '/points?page=2')
    expect(screen.queryByText('Retry')).toBeNull()
    // None of the others is there either.
    expect(screen.queryByText('Go elsewhere')).toBeNull()
  })
})

const show = (panel: ReactNode, assigned: Partial<Assignment> = {}) => {
  const registry = Object.assign(createStore({ productName: 'Griot', ...assigned } as Assignment), {
    refresh: async () => {},
    watch: () => () => {},
  })
  const [isWriting, isTooOld] = [createStore(false), createStore(false)]
  const modules = { registry, isWriting, isTooOld, failing: createStore([]), loader: () => null }
  render(
    <ModulesProvider value={{ ...modules, startPreloaded: async () => {} }}>
      <MemoryRouter initialEntries={['/points?mfe=safe&page=2']}>{panel}</MemoryRouter>
    </ModulesProvider>,
  )
}
