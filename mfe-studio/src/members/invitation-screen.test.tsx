import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sampleId } from '../testing/samples.ts'
import { InvitationScreen } from './invitation-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const OPEN = {
  podcastId: sampleId(20),
  podcastTitle: 'The Long Table',
  coverImage: '/cover.svg',
  role: 'editor',
  inviterName: 'Ama Mensah',
  expiresAt: '2026-12-04T10:00:00Z',
}
const open = () => renderScreen(<InvitationScreen />, { path: '/invitation/:token', at: '/invitation/abc' })

describe('the page of an invitation', () => {
  it('names show, role and inviter, and accepts', async () => {
    stubApi({
      'GET /api/invitation/abc': OPEN,
      'POST /api/invitation/abc/accept': { podcastId: OPEN.podcastId, role: 'editor' },
    })
    const { shell, address } = open()

    expect(await screen.findByRole('heading', { name: 'The Long Table' })).toBeVisible()
    expect(screen.getByText(/Ama Mensah invites you as/)).toHaveTextContent('editor')
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await waitFor(() =>
      expect(shell.toasts).toEqual([{ title: 'Success', description: 'You are a member of The Long Table.' }]),
    )
    expect(address()).toBe(`/studio/${OPEN.podcastId}`)
  })

  it('declines', async () => {
    stubApi({
      'GET /api/invitation/abc': OPEN,
      'POST /api/invitation/abc/decline': { podcastId: OPEN.podcastId },
    })
    open()

    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
    expect(await screen.findByRole('heading', { name: 'You declined the invitation' })).toBeVisible()
  })

  it('states why an invitation cannot be used', async () => {
    stubApi({ 'GET /api/invitation/abc': () => failure(409, 'This invitation was used already.') })
    open()

    expect(await screen.findByText('This invitation was used already.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    let isBroken = true
    stubApi({ 'GET /api/invitation/abc': () => (isBroken ? failure(503, 'Not now.') : OPEN) })
    open()
    isBroken = false
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))

    expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible()
  })
})
