import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BADGES, PROFILE, sampleId } from '../testing/samples.ts'
import { ProfilePanel } from './profile-panel.tsx'

const FULL = {
  'GET /api/user/me/profile': PROFILE,
  'GET /api/badges': BADGES,
  'GET /api/user/me/badges': [
    { id: sampleId(60), badgeId: 'first-steps', earnedAt: '2026-11-02T10:00:00Z' },
    { id: sampleId(61), badgeId: 'episode-master', earnedAt: '2026-11-03T10:00:00Z' },
  ],
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Profile' }))

afterEach(() => vi.unstubAllGlobals())

describe('the profile panel', () => {
  it('hides the name by default', async () => {
    stubApi(FULL)
    renderScreen(<ProfilePanel />)
    expect(await screen.findByRole('checkbox', { name: /Show my name/ })).not.toBeChecked()
    expect(screen.getByRole('checkbox', { name: /Hide points/ })).not.toBeChecked()
    expect(screen.queryByLabelText('Display name')).toBeNull()
  })

  it('saves a name with as many badges as there are slots', async () => {
    const api = stubApi({
      ...FULL,
      'PUT /api/user/me/profile': { ...PROFILE, displayName: 'Ada O.', shownBadges: ['first-steps'] },
    })
    const { shell } = renderScreen(<ProfilePanel />)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Show my name/ }))
    await userEvent.type(screen.getByLabelText('Display name'), 'Ada O.')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'First Steps' }))
    expect(screen.getByRole('group', { name: 'Badges beside my name (1 of 1)' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Episode Master' })).toBeDisabled()
    await save()

    await waitFor(() => expect(shell.toasts).toEqual([{ title: 'Profile saved' }]))
    expect(api.callsOf('PUT')[0]?.body).toEqual({
      displayName: 'Ada O.',
      hidePoints: false,
      shownBadges: ['first-steps'],
    })
  })

  it('asks before leaving with unsaved changes', async () => {
    const leavingIsAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    let profile = PROFILE
    stubApi({
      ...FULL,
      'GET /api/user/me/profile': () => profile,
      'PUT /api/user/me/profile': () => {
        profile = { ...PROFILE, hidePoints: true }
        return profile
      },
    })
    renderScreen(<ProfilePanel />)
    const hide = await screen.findByRole('checkbox', { name: /Hide points/ })
    expect(leavingIsAsked()).toBe(false)
    await userEvent.click(hide)
    expect(leavingIsAsked()).toBe(true)

    await save()
    await waitFor(() => expect(leavingIsAsked()).toBe(false))
  })

  it('becomes anonymous again without a name', async () => {
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/profile': { ...PROFILE, displayName: 'Ada' },
      'PUT /api/user/me/profile': PROFILE,
    })
    renderScreen(<ProfilePanel />)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Show my name/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: /Hide points/ }))
    await save()
    await waitFor(() =>
      expect(api.callsOf('PUT')[0]?.body).toEqual({ displayName: null, hidePoints: true, shownBadges: [] }),
    )
  })

  it('shows the error next to the name', async () => {
    stubApi({
      ...FULL,
      'PUT /api/user/me/profile': () => failure(400, 'No.', { displayName: 'Please enter a name.' }),
    })
    const { shell } = renderScreen(<ProfilePanel />)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Show my name/ }))
    await save()
    expect(await screen.findByText('Please enter a name.')).toBeVisible()
    expect(screen.getByLabelText('Display name')).toHaveAccessibleDescription('Please enter a name.')
    expect(shell.toasts).toEqual([])
  })

  it('shows next to the name that it is taken', async () => {
    const sentence = 'Another listener has that name, or one that looks like it. Please choose another.'
    stubApi({ ...FULL, 'PUT /api/user/me/profile': () => failure(409, sentence, { displayName: sentence }) })
    const { shell } = renderScreen(<ProfilePanel />)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Show my name/ }))
    await userEvent.type(screen.getByLabelText('Display name'), 'Ama')
    await save()
    await waitFor(() => expect(screen.getByLabelText('Display name')).toHaveAccessibleDescription(sentence))
    expect(screen.getByLabelText('Display name')).toHaveFocus()

    await userEvent.type(screen.getByLabelText('Display name'), ' Ata')
    expect(screen.queryByText(sentence)).toBeNull()
    expect(shell.toasts).toEqual([])
  })

  it('retries a failed load', async () => {
    let isAway = true
    stubApi({ ...FULL, 'GET /api/user/me/profile': () => (isAway ? failure(503, 'Not now.') : PROFILE) })
    renderScreen(<ProfilePanel />)
    expect(await screen.findByText(/We could not load your profile/)).toBeVisible()
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('checkbox', { name: /Show my name/ })).toBeVisible()
  })

  it('keeps the input if saving fails', async () => {
    stubApi({ ...FULL, 'PUT /api/user/me/profile': () => failure(503, 'Not now.') })
    const { shell } = renderScreen(<ProfilePanel />)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Hide points/ }))
    await save()
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'Profile not saved', tone: 'destructive' }]))
    expect(screen.getByRole('checkbox', { name: /Hide points/ })).toBeChecked()
  })
})
