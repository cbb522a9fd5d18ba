import type { Invitation, Member } from '@griot/contracts/catalog/members'
import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { podcast, sampleId } from '../testing/samples.ts'
import { MembersPanel } from './members-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = podcast()
const path = `/api/podcast/${show.id}`
const host: Member = {
  userId: ADA.id,
  role: 'owner',
  name: 'Ada Obi',
  email: null,
  isHost: true,
  createdAt: '2026-11-01T10:00:00Z',
}
const kofi: Member = {
  ...host,
  userId: sampleId(2),
  role: 'editor',
  name: 'Kofi',
  email: 'kofi@example.org',
  isHost: false,
}
const invitation: Invitation = {
  id: sampleId(50),
  role: 'analyst',
  email: 'esi@example.org',
  inviterName: 'Ada Obi',
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-12-04T10:00:00Z',
  mail: 'failed',
}
const OWNER = { role: 'owner', mayRead: true, mayEdit: true, mayManage: true }
const ANALYST = { role: 'analyst', mayRead: true, mayEdit: false, mayManage: false }

describe('the members of a show', () => {
  it('are listed for an owner, who changes a role and removes a member', async () => {
    const members = [host, kofi]
    const api = stubApi({
      [`GET ${path}/access`]: OWNER,
      [`GET ${path}/members`]: () => members,
      [`GET ${path}/invitations`]: [],
      [`PATCH ${path}/members/${kofi.userId}`]: () => {
        members[1] = { ...kofi, role: 'analyst' }
        return members[1]
      },
      [`DELETE ${path}/members/${kofi.userId}`]: () => {
        members.pop()
        return { userId: kofi.userId }
      },
    })
    renderScreen(<MembersPanel podcast={show} />)

    await userEvent.selectOptions(await screen.findByLabelText('Role of Kofi'), 'analyst')
    await waitFor(() => expect(screen.getByLabelText('Role of Kofi')).toHaveValue('analyst'))
    expect(api.callsOf('PATCH')[0]?.body).toEqual({ role: 'analyst' })
    expect(screen.queryByLabelText('Role of Ada Obi')).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Remove Kofi' }))
    await waitFor(() => expect(screen.queryByText('Kofi')).toBeNull())
  })

  it('are read by an analyst, who can leave', async () => {
    stubApi({
      [`GET ${path}/access`]: ANALYST,
      [`GET ${path}/members`]: [
        { ...host, userId: sampleId(3), name: 'Esi' },
        { ...kofi, userId: ADA.id, role: 'analyst', email: null },
      ],
      [`DELETE ${path}/members/${ADA.id}`]: { userId: ADA.id },
    })
    const left = vi.fn()
    renderScreen(<MembersPanel podcast={show} onLeft={left} />)

    await userEvent.click(await screen.findByRole('button', { name: 'Leave this show' }))
    await waitFor(() => expect(left).toHaveBeenCalled())
    expect(screen.queryByRole('form', { name: 'Invite a member' })).toBeNull()
    expect(screen.queryByText('Open invitations')).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    let isBroken = true
    stubApi({
      [`GET ${path}/access`]: ANALYST,
      [`GET ${path}/members`]: () => (isBroken ? failure(503, 'Not now.') : [host]),
    })
    renderScreen(<MembersPanel podcast={show} />)
    isBroken = false
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('Ada Obi')).toBeVisible()
  })
})

describe('an invitation', () => {
  it('is created, its link is shown once, and an open one is revoked', async () => {
    const open = [invitation]
    const api = stubApi({
      [`GET ${path}/access`]: OWNER,
      [`GET ${path}/members`]: [host],
      [`GET ${path}/invitations`]: () => open,
      [`POST ${path}/invitations`]: {
        ...invitation,
        id: sampleId(51),
        role: 'editor',
        email: null,
        mail: null,
        link: '/invitation/abc',
      },
      [`DELETE ${path}/invitations/${invitation.id}`]: () => {
        open.pop()
        return { id: invitation.id }
      },
    })
    renderScreen(<MembersPanel podcast={show} />)

    await userEvent.click(await screen.findByRole('button', { name: 'Create invitation' }))
    expect(await screen.findByText(/\/invitation\/abc$/)).toBeVisible()
    expect(screen.getByText(/^Send this link to the person\./)).toBeVisible()
    expect(screen.getByText(/e-mail could not be delivered/)).toBeVisible()
    expect(api.callsOf('POST')[0]?.body).toEqual({ role: 'editor', email: '' })

    await userEvent.click(screen.getByRole('button', { name: 'Revoke the invitation for esi@example.org' }))
    expect(await screen.findByText('No invitation is open.')).toBeVisible()
  })

  it.each([
    ['states that it is mailed', 'pending', /^We send this link to esi@example\.org\./],
    [
      'states that the link is sent by hand without a mail server',
      null,
      /^This installation sends no e-mail\. Send this/,
    ],
  ] as const)('%s', async (_, mail, sentence) => {
    stubApi({
      [`GET ${path}/access`]: OWNER,
      [`GET ${path}/members`]: [host],
      [`GET ${path}/invitations`]: [],
      [`POST ${path}/invitations`]: { ...invitation, mail, link: '/invitation/abc' },
    })
    renderScreen(<MembersPanel podcast={show} />)

    await userEvent.type(await screen.findByLabelText('E-mail (optional)'), 'esi@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Create invitation' }))

    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('shows the reason of a refusal beside the address', async () => {
    const sentence = 'The person with this address is a member of this show already.'
    stubApi({
      [`GET ${path}/access`]: OWNER,
      [`GET ${path}/members`]: [host],
      [`GET ${path}/invitations`]: [],
      [`POST ${path}/invitations`]: () => failure(409, sentence, { email: sentence }),
    })
    renderScreen(<MembersPanel podcast={show} />)

    await userEvent.type(await screen.findByLabelText('E-mail (optional)'), 'kofi@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Create invitation' }))

    await waitFor(() =>
      expect(screen.getByLabelText('E-mail (optional)')).toHaveAccessibleDescription(expect.stringContaining(sentence)),
    )
  })
})
