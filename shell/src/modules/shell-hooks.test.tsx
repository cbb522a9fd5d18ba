import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import type { User } from '@griot/contracts/user'
import type { PlayerApi, ShellEvents, Toast } from '@griot/shell-sdk/contract'
import { ShellProvider, useCan, useFlag, useShell } from '@griot/shell-sdk/react'
import { createStore } from '@griot/shell-sdk/store'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { createBus } from '../bus.ts'
import { createShellApi } from './shell-api.ts'

afterEach(cleanup)

const withFlags = (...flags: string[]) => ({ flags }) as unknown as AssignedModule

function Page() {
  const { ui } = useShell()
  const seesAll = useCan('queue.see-all')
  const hasNewLook = useFlag('new-look')
  const [answer, setAnswer] = useState('nothing')
  const handleAsk = async () =>
    setAnswer((await ui.confirm({ title: 'Is it so?', text: 'Please check.', confirm: 'It is' })) ? 'yes' : 'no')
  return (
    <>
      <h1>{hasNewLook ? 'New' : 'Old'}</h1>
      <p>{seesAll ? 'all of it' : 'your own'}</p>
      <button type="button" onClick={handleAsk}>
        ask
      </button>
      <p>{answer}</p>
    </>
  )
}

describe('the hooks of a module', () => {
  it('follow permissions and flags', () => {
    const { user, assignment } = setUp()
    expect(screen.getByText('your own')).toBeVisible()
    act(() => user.set({ id: 'ada', roles: ['admin'] } as unknown as User))
    expect(screen.getByText('all of it')).toBeVisible()

    act(() => assignment.set({ ...assignment.get(), modules: { charts: withFlags('new-look') } }))
    expect(screen.getByRole('heading', { name: 'New' })).toBeVisible()
    act(() => assignment.set({ ...assignment.get(), modules: { charts: withFlags() } }))
    expect(screen.getByRole('heading', { name: 'Old' })).toBeVisible()
  })

  it('confirm with the user, and close the dialog when the module is disposed', async () => {
    const { module } = setUp()
    const ask = () => userEvent.click(screen.getByRole('button', { name: 'ask' }))
    await ask()
    await userEvent.click(await screen.findByRole('button', { name: 'It is' }))
    expect(await screen.findByText('yes')).toBeVisible()

    await ask()
    await screen.findByRole('dialog')
    act(() => module.abort())
    expect(await screen.findByText('no')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  const setUp = () => {
    const user = createStore<User | null>(null)
    const assignment = createStore<Assignment>({ rev: 1, shell: '1', productName: 'Griot', modules: {} })
    const module = new AbortController()
    const api = createShellApi(
      {
        player: { queue: {} } as PlayerApi,
        user,
        userId: () => null,
        signIn: () => {},
        queryClient: new QueryClient(),
        toast: (_: Toast) => {},
        events: createBus<ShellEvents>(),
        navigate: () => {},
        assignment,
        holdUpdates: () => () => {},
        notice: () => {},
        reportError: () => {},
        runCommand: async () => null,
      },
      'charts',
      { version: '1.0.0-g00000001' } as AssignedModule,
      module.signal,
    )
    render(
      <ShellProvider value={api}>
        <Page />
      </ShellProvider>,
    )
    return { user, assignment, module }
  }
})
