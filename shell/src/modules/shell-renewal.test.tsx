import type { Assignment } from '@griot/contracts/module-assignment'
import type { PlayerState } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModulesProvider } from './modules-context.ts'
import { ShellRenewal } from './shell-renewal.tsx'

afterEach(cleanup)

describe('a newer shell', () => {
  it('comes with the next page that is opened while nothing is in the player', async () => {
    const { reload, moveOn } = setUp('empty')
    await screen.findByText(/It comes with the next page you open/)
    expect(reload).not.toHaveBeenCalled()

    moveOn()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('waits while something plays, and then for the person', async () => {
    const { reload, moveOn, become } = setUp('playing')
    await screen.findByText(/It waits until nothing plays/)
    moveOn()
    expect(screen.queryByRole('button')).toBeNull()

    become('paused')
    moveOn()
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Load it now' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('takes nothing away from someone who is writing', async () => {
    const { reload, moveOn, isWriting } = setUp('empty')
    await screen.findByRole('button', { name: 'Load it now' })
    act(() => isWriting.set(true))
    moveOn()

    expect(screen.queryByRole('button')).toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })

  it('is wanted by a page that is answered no more, and still not while something plays', async () => {
    const { reload, become, isWriting, isTooOld } = setUp('playing')
    act(() => {
      isWriting.set(true)
      isTooOld.set(true)
    })
    await screen.findByText(/is too old, and some of it no longer works. It waits until nothing plays/)
    expect(screen.queryByRole('button')).toBeNull()

    // Nothing can be saved from there, so whoever is writing decides.
    become('paused')
    fireEvent.click(screen.getByRole('button', { name: 'Load it now' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is not spoken of when there is none', () => {
    setUp('empty', {})
    expect(screen.queryByRole('status')).toBeNull()
  })
})

const setUp = (status: PlayerState['status'], assigned: Partial<Assignment> = { newerShell: '0.2.0-g00000002' }) => {
  const state = createStore({ status } as PlayerState)
  const isWriting = createStore(false)
  const isTooOld = createStore(false)
  const reload = vi.fn()
  const registry = Object.assign(createStore({ productName: 'Griot', ...assigned } as Assignment), {
    refresh: async () => {},
    watch: () => () => {},
  })
  let page = 0
  const at = (to: string) => (
    <ModulesProvider
      value={{
        registry,
        isWriting,
        isTooOld,
        failing: createStore([]),
        loader: () => null,
        startPreloaded: async () => {},
      }}
    >
      <MemoryRouter>
        <Link to={to}>next</Link>
        <ShellRenewal player={{ state }} reload={reload} />
      </MemoryRouter>
    </ModulesProvider>
  )
  const { rerender } = render(at('/page-1'))
  return {
    reload,
    isWriting,
    isTooOld,
    become: (next: PlayerState['status']) => act(() => state.set({ status: next } as PlayerState)),
    moveOn: () => {
      page += 1
      rerender(at(`/page-${page}`))
      fireEvent.click(screen.getByRole('link', { name: 'next' }))
    },
  }
}
