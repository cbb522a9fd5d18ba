import type { Assignment } from '@griot/contracts/module-assignment'
import type { PlayerState } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModulesProvider } from './modules-context.ts'
import { createTestModules, createTestRegistry } from './testing/test-modules.ts'
import { ShellUpdate } from './updates.tsx'

afterEach(cleanup)

describe('ShellUpdate', () => {
  it('reloads on navigation while the player is empty', async () => {
    const { reload, navigate } = setUp('empty')
    await screen.findByText(/It loads when you open the next page/)
    expect(reload).not.toHaveBeenCalled()

    navigate()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('waits while something plays, then for the user', async () => {
    const { reload, navigate, setStatus } = setUp('playing')
    await screen.findByText(/It loads when playback stops/)
    navigate()
    expect(screen.queryByRole('button')).toBeNull()

    setStatus('paused')
    navigate()
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Load it now' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('does not reload while there is unsaved work', async () => {
    const { reload, navigate, hasUnsavedWork } = setUp('empty')
    await screen.findByRole('button', { name: 'Load it now' })
    act(() => hasUnsavedWork.set(true))
    navigate()

    expect(screen.queryByRole('button')).toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })

  it('is offered to a blocked shell, but not while something plays', async () => {
    const { reload, setStatus, hasUnsavedWork, isBlocked } = setUp('playing')
    act(() => {
      hasUnsavedWork.set(true)
      isBlocked.set(true)
    })
    await screen.findByText(/is too old, and some of it no longer works. It loads when playback stops/)
    expect(screen.queryByRole('button')).toBeNull()

    // A blocked shell cannot save the work, so the user decides.
    setStatus('paused')
    fireEvent.click(screen.getByRole('button', { name: 'Load it now' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('shows nothing without a newer shell', () => {
    setUp('empty', {})
    expect(screen.queryByRole('status')).toBeNull()
  })
})

const setUp = (status: PlayerState['status'], assigned: Partial<Assignment> = { newerShell: '0.2.0-g00000002' }) => {
  const state = createStore({ status } as PlayerState)
  const hasUnsavedWork = createStore(false)
  const isBlocked = createStore(false)
  const reload = vi.fn()
  const registry = createTestRegistry({ productName: 'Griot', ...assigned })
  let page = 0
  const at = (to: string) => (
    <ModulesProvider value={createTestModules({}, { registry, hasUnsavedWork, isBlocked })}>
      <MemoryRouter>
        <Link to={to}>next</Link>
        <ShellUpdate player={{ state }} reload={reload} />
      </MemoryRouter>
    </ModulesProvider>
  )
  const { rerender } = render(at('/page-1'))
  return {
    reload,
    hasUnsavedWork,
    isBlocked,
    setStatus: (next: PlayerState['status']) => act(() => state.set({ status: next } as PlayerState)),
    navigate: () => {
      page += 1
      rerender(at(`/page-${page}`))
      fireEvent.click(screen.getByRole('link', { name: 'next' }))
    },
  }
}
