import { DELETE_WORDS } from '@griot/contracts/account'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AccountPanel } from './account-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const ask = () => userEvent.click(screen.getByRole('button', { name: 'Delete My Account' }))
const field = () => screen.getByRole('textbox', { name: `Type “${DELETE_WORDS}”` })
const button = () => screen.getByRole('button', { name: 'Delete Everything' })
/** Where the page was sent. */
const watchLeaving = () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  return assign
}

describe('the account panel', () => {
  it('has everything to download', () => {
    stubApi({})
    renderScreen(<AccountPanel />)

    const link = screen.getByRole('link', { name: 'Download My Data' })
    expect(link).toHaveAttribute('href', '/api/account/export')
    expect(link).toHaveAttribute('download')
  })

  it('deletes the account when the words are typed, and leaves the page', async () => {
    const api = stubApi({ 'DELETE /api/account': { deletedAt: '2026-11-21T08:00:00Z' } })
    const assign = watchLeaving()
    renderScreen(<AccountPanel />)
    await ask()
    expect(button()).toBeDisabled()
    await userEvent.type(field(), 'delete my')
    expect(button()).toBeDisabled()
    await userEvent.type(field(), ' account')
    await userEvent.click(button())

    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(api.callsOf('DELETE')[0]?.body).toEqual({ confirmation: DELETE_WORDS })
  })

  it('stays and says so when it did not work', async () => {
    stubApi({ 'DELETE /api/account': () => failure(503, 'This does not work right now.') })
    const assign = watchLeaving()
    renderScreen(<AccountPanel />)
    await ask()
    await userEvent.type(field(), `${DELETE_WORDS}{enter}`)

    expect(await screen.findByRole('alert')).toHaveTextContent('This does not work right now.')
    expect(assign).not.toHaveBeenCalled()
  })

  it('keeps the account when somebody thinks again', async () => {
    const api = stubApi({})
    renderScreen(<AccountPanel />)
    await ask()
    await userEvent.click(screen.getByRole('button', { name: 'Keep It' }))

    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.callsOf('DELETE')).toEqual([])
  })
})
