import { DELETE_WORDS } from '@griot/contracts/account'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BADGES, PROFILE } from '../testing/samples.ts'
import { AccountScreen } from './account-screen.tsx'
import { DeleteScreen } from './delete-screen.tsx'

const FULL = {
  'GET /api/user/me/profile': PROFILE,
  'GET /api/badges': BADGES,
  'GET /api/user/me/badges': [],
  'GET /api/account/sessions': [
    { isCurrent: true, signedInAt: '2026-11-21T08:00:00Z', lastUsedAt: '2026-11-23T08:00:00Z' },
    { isCurrent: false, signedInAt: '2026-09-02T08:00:00Z', lastUsedAt: '2026-10-05T08:00:00Z' },
  ],
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the account page', () => {
  it('shows the name, the profile and the theme, and links to download and deletion', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<AccountScreen />, { at: '/account' })
    expect(screen.getByText('Ada Obi')).toBeVisible()
    expect(screen.getByText('ada@example.com')).toBeVisible()
    expect(await screen.findByRole('checkbox', { name: /Hide points/ })).not.toBeChecked()
    expect(screen.getByRole('link', { name: 'Delete My Account' })).toHaveAttribute('href', '/account/delete')
    const download = screen.getByRole('link', { name: 'Download My Data' })
    expect(download).toHaveAttribute('href', '/api/account/export')
    expect(download).toHaveAttribute('download')

    expect(screen.getByRole('radio', { name: 'Same as this device' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(shell.api.ui.theme.get()).toBe('dark')
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
  })

  it('lists the sessions and signs out the other browsers', async () => {
    const api = stubApi({ ...FULL, 'DELETE /api/account/sessions': { ended: 1 } })
    const { shell } = renderScreen(<AccountScreen />, { at: '/account' })
    expect(await screen.findByText('This browser')).toBeVisible()
    expect(screen.getByText(/^Signed in .*Sep 2, .+ [AP]M · last used \d+ .+ ago$/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out Other Browsers' }))

    await waitFor(() => expect(screen.queryByText('Another browser')).not.toBeInTheDocument())
    expect(screen.getByText('This browser')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Sign Out Other Browsers' })).not.toBeInTheDocument()
    expect(api.callsOf('DELETE')).toHaveLength(1)
    expect(shell.toasts).toMatchObject([{ title: 'Other Browsers Signed Out' }])
  })

  it('keeps the other sessions in the list if they did not end', async () => {
    stubApi({ ...FULL, 'DELETE /api/account/sessions': () => failure(503, 'Not now.') })
    const { shell } = renderScreen(<AccountScreen />, { at: '/account' })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out Other Browsers' }))

    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'Not signed out', tone: 'destructive' }]))
    expect(screen.getByText('Another browser')).toBeVisible()
  })

  it('is complete for users who hide points', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/profile': { ...PROFILE, hidePoints: true } })
    renderScreen(<AccountScreen />, { at: '/account' })
    expect(await screen.findByRole('checkbox', { name: /Hide points/ })).toBeChecked()
    expect(screen.getByRole('link', { name: 'Download My Data' })).toBeVisible()
  })

  it('asks to log in when the session has ended', () => {
    stubApi({})
    renderScreen(<AccountScreen />, { at: '/account', user: null })
    expect(screen.getByText('Please Log In')).toBeVisible()
  })
})

const TOO_OLD = Response.json(
  { code: 'sign_in.too_old', message: 'Please sign in again.', requestId: 'test' },
  { status: 403 },
)
const field = () => screen.getByRole('textbox', { name: `Type “${DELETE_WORDS}”` })
const button = () => screen.getByRole('button', { name: 'Delete Everything' })
/** Where the page was sent. */
const watchLeaving = () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  return assign
}

const NO_SHOWS = { 'GET /api/account-deletion/shows': [] }

describe('the page that deletes the account', () => {
  it('deletes the account after the typed confirmation, and leaves the page', async () => {
    const api = stubApi({ ...NO_SHOWS, 'DELETE /api/account': { deletedAt: '2026-11-21T08:00:00Z' } })
    const assign = watchLeaving()
    renderScreen(<DeleteScreen />)
    expect(button()).toBeDisabled()
    await userEvent.type(field(), 'delete my')
    expect(button()).toBeDisabled()
    await userEvent.type(field(), ' account')
    await userEvent.click(button())

    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(api.callsOf('DELETE')[0]?.body).toEqual({ confirmation: DELETE_WORDS })
  })

  it('names the shows that are deleted and those that are handed over', async () => {
    stubApi({
      'GET /api/account-deletion/shows': [
        { id: '0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11', title: 'Own', newHostName: null },
        { id: '0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e12', title: 'Shared', newHostName: 'Kofi' },
      ],
    })
    renderScreen(<DeleteScreen />)

    const list = await screen.findByRole('list', { name: 'Your shows' })
    expect(list).toHaveTextContent('“Own” is deleted.')
    expect(list).toHaveTextContent('“Shared” stays, and Kofi becomes its host.')
  })

  it('shows an error if the deletion fails', async () => {
    stubApi({ ...NO_SHOWS, 'DELETE /api/account': () => failure(503, 'This does not work right now.') })
    const assign = watchLeaving()
    renderScreen(<DeleteScreen />)
    await userEvent.type(field(), `${DELETE_WORDS}{enter}`)

    expect(await screen.findByRole('alert')).toHaveTextContent('This does not work right now.')
    expect(assign).not.toHaveBeenCalled()
  })

  it('states that the network is missing if it is', async () => {
    stubApi({
      ...NO_SHOWS,
      'DELETE /api/account': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderScreen(<DeleteScreen />)
    await userEvent.type(field(), `${DELETE_WORDS}{enter}`)

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You are offline. Please try again when you are back online.',
    )
    expect(screen.getByText('download your data (needs a connection)')).toBeVisible()
  })

  it('offers to sign in again if the last sign-in is too old', async () => {
    stubApi({ ...NO_SHOWS, 'DELETE /api/account': () => TOO_OLD })
    renderScreen(<DeleteScreen />)
    await userEvent.type(field(), `${DELETE_WORDS}{enter}`)

    expect(await screen.findByRole('link', { name: 'Sign In Again' })).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2F&again=1',
    )
  })

  it('links back to the account', () => {
    stubApi(NO_SHOWS)
    renderScreen(<DeleteScreen />)
    expect(screen.getByRole('link', { name: 'Keep My Account' })).toHaveAttribute('href', '/account')
  })
})
