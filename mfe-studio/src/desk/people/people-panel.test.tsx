import type { Person, PersonDetails } from '@griot/contracts/people'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADMIN, sampleId } from '../../testing/samples.ts'
import { PeoplePanel } from './people-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const PEOPLE = 'GET /api/admin/people'
const ESI = sampleId(71)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const esi = (given: Partial<Person> = {}): Person => ({
  id: ESI,
  email: 'esi@example.org',
  firstName: 'Esi',
  lastName: 'Owusu',
  roles: [],
  createdAt: hoursAgo(500),
  lastSeenAt: hoursAgo(3),
  storedBytes: 2_500_000,
  blockedAt: null,
  ...given,
})

const details = (given: Partial<PersonDetails> = {}): PersonDetails => ({
  ...esi(),
  signedInAt: hoursAgo(20),
  sessionCount: 1,
  sessions: [{ signedInAt: hoursAgo(20), lastUsedAt: hoursAgo(3) }],
  blockedReason: null,
  hidesShows: false,
  isBlockPending: false,
  podcasts: [{ id: sampleId(72), title: 'Harmattan' }],
  points: { totalPoints: 120, heldAt: null },
  auditEntries: [],
  ...given,
})

const open = (query = '') => renderScreen(<PeoplePanel />, { at: `/admin?tab=people${query}`, user: ADMIN })

describe('the list of people', () => {
  it('shows loading, a failure, and no person', async () => {
    let response: unknown = failure(503, 'Not now.')
    stubApi({ [PEOPLE]: () => response })
    open()
    expect(screen.getByText('Loading the people')).toBeInTheDocument()
    await screen.findByText(/We could not load the people/)
    response = []
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No people')).toBeVisible()
  })

  it('shows storage, last seen and blocks, and is searched and sorted by the address', async () => {
    const api = stubApi({
      [PEOPLE]: [
        esi({ blockedAt: hoursAgo(1) }),
        esi({ id: sampleId(73), firstName: '', lastName: '', storedBytes: null }),
      ],
    })
    open('&q=esi&sort=seen')
    const [first, second] = await screen.findAllByRole('listitem')
    expect(within(first as HTMLElement).getByText('Blocked')).toBeVisible()
    expect(within(first as HTMLElement).getByText(/Last seen 3 hours ago.*2\.38 MB stored/)).toBeVisible()
    expect(within(second as HTMLElement).getByRole('link', { name: 'esi@example.org' })).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Name, e-mail or id' })).toHaveValue('esi')

    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Blocked only')
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), 'kofi{Enter}')
    await waitFor(() => expect(api.calls.at(-1)?.path).toBe('/api/admin/people?search=kofi&sort=seen&blocked=true'))
  })
})

describe('a person', () => {
  const path = `/api/admin/people/${ESI}`

  it('is opened from the list, with shows, points and sessions', async () => {
    stubApi({ [PEOPLE]: [esi()], [`GET ${path}`]: details() })
    open()
    await userEvent.click(await screen.findByRole('link', { name: 'Esi Owusu' }))
    expect(await screen.findByRole('heading', { name: 'Esi Owusu' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Harmattan' })).toHaveAttribute('href', `/podcast/${sampleId(72)}`)
    expect(screen.getByText('120 points in total.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Signed in on 1 browser' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'All entries' })).toHaveAttribute('href', `/admin?tab=audit&subject=${ESI}`)
    await userEvent.click(screen.getByRole('link', { name: 'All people' }))
    expect(await screen.findByRole('searchbox')).toBeVisible()
  })

  it('shows which facts could not be loaded', async () => {
    stubApi({ [`GET ${path}`]: details({ podcasts: null, points: null, auditEntries: null, storedBytes: null }) })
    open(`&person=${ESI}`)
    expect(await screen.findAllByText(/could not be loaded, because a service is unavailable/)).toHaveLength(3)
  })

  it('is blocked with a required reason and a choice for the shows, and unblocked', async () => {
    let found = details()
    const api = stubApi({
      [`GET ${path}`]: () => found,
      [`POST ${path}/block`]: ({ body }: { body: { reason: string } }) => {
        if (body.reason === '') return failure(400, 'Please check.', { reason: 'Please give a reason.' })
        found = details({ blockedAt: hoursAgo(0), blockedReason: 'Spam', hidesShows: false })
        return { id: ESI, blockedAt: found.blockedAt, blockedReason: 'Spam', hidesShows: false }
      },
      [`POST ${path}/unblock`]: () => {
        found = details()
        return { id: ESI, blockedAt: null, blockedReason: null, hidesShows: false }
      },
    })
    open(`&person=${ESI}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Block this person?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Block' }))
    await waitFor(() => expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Please give a reason\./))

    await userEvent.type(dialog.getByLabelText('Reason'), 'Spam')
    await userEvent.selectOptions(dialog.getByLabelText('Published shows'), 'Keep them published')
    await userEvent.click(dialog.getByRole('button', { name: 'Block' }))
    expect(await screen.findByText(/“Spam”. Published shows are kept./)).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Unblock' }))
    const release = within(await screen.findByRole('dialog', { name: 'Unblock this person?' }))
    await userEvent.type(release.getByLabelText('Reason'), 'Appeal')
    await userEvent.click(release.getByRole('button', { name: 'Unblock' }))
    expect(await screen.findByRole('button', { name: 'Block' })).toBeVisible()
    expect(api.callsOf('POST').map(({ body }) => body)).toEqual([
      { reason: '', shows: 'hide' },
      { reason: 'Spam', shows: 'keep' },
      { reason: 'Appeal' },
    ])
  })

  it('shows why a block failed', async () => {
    stubApi({
      [`GET ${path}`]: details(),
      [`POST ${path}/block`]: failure(409, 'The configuration makes this user an admin.'),
    })
    open(`&person=${ESI}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Reason'), 'Spam')
    await userEvent.click(dialog.getByRole('button', { name: 'Block' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The configuration makes this user an admin.')
  })

  it('cannot be blocked if it is the admin', async () => {
    stubApi({ [`GET /api/admin/people/${ADMIN.id}`]: details({ id: ADMIN.id }) })
    open(`&person=${ADMIN.id}`)
    expect(await screen.findByText(/You cannot block yourself/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull()
  })
})
