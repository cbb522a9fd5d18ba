import type { UnusualEarner } from '@griot/contracts/points-review'
import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Desk } from '../desk/desk-tabs.tsx'
import { stubEventSource } from '../testing/browser.ts'
import { sampleId } from '../testing/samples.ts'

const EARNERS = 'GET /api/admin/points/unusual'
const admin = { at: '/admin?tab=points', user: { ...ADA, roles: ['admin' as const] } }

const earner = (given: Partial<UnusualEarner> = {}): UnusualEarner => ({
  id: sampleId(60),
  userId: sampleId(61),
  displayName: 'Fast Fingers',
  totalPoints: 2_610,
  reason: 'points_per_hour',
  found: 240,
  allowed: 180,
  createdAt: new Date(Date.now() - 3_600_000).toISOString(),
  heldAt: null,
  ...given,
})

beforeEach(() => void stubEventSource())
afterEach(() => vi.unstubAllGlobals())

describe('the unusual earners', () => {
  it('are listed with their figures if the reason is of a newer service', async () => {
    stubApi({ [EARNERS]: [{ ...earner(), reason: 'of_a_newer_service' }] })
    renderScreen(<Desk />, admin)
    expect(await screen.findByText('240. Up to 180 are usual.')).toBeVisible()
  })

  it('are listed with the reason, and their points can be held and released', async () => {
    let listed = earner()
    const change = (heldAt: string | null) => () => {
      listed = earner({ heldAt })
      return { userId: listed.userId, heldAt }
    }
    const path = `/api/admin/points/${listed.userId}`
    const api = stubApi({
      [EARNERS]: () => [
        listed,
        earner({
          id: sampleId(62),
          userId: sampleId(63),
          displayName: null,
          reason: 'episodes_of_one_host',
          found: 41,
          allowed: 40,
        }),
        earner({ id: sampleId(64), userId: sampleId(65), reason: 'listeners_of_one_address', found: 12, allowed: 10 }),
        earner({ id: sampleId(66), userId: sampleId(67), reason: 'bonuses_per_day', found: 48, allowed: 40 }),
      ],
      [`POST ${path}/hold`]: change(new Date().toISOString()),
      [`POST ${path}/release`]: change(null),
    })
    renderScreen(<Desk />, admin)

    const [first, second, third, fourth] = await screen.findAllByRole('listitem')
    const row = within(first as HTMLElement)
    expect(row.getByText('2,610 points in total · reported 1 hour ago')).toBeVisible()
    expect(row.getByText('240 points in an hour. Up to 180 are usual.')).toBeVisible()
    expect(
      within(second as HTMLElement).getByText('41 episodes of one host in a day. Up to 40 are usual.'),
    ).toBeVisible()
    expect(
      within(third as HTMLElement).getByText('12 listeners at the same time from one address. Up to 10 are usual.'),
    ).toBeVisible()
    expect(
      within(fourth as HTMLElement).getByText('Bonuses for 48 episodes in a day. Up to 40 are usual.'),
    ).toBeVisible()
    expect(within(second as HTMLElement).getByText(/^Listener /)).toBeVisible()

    await userEvent.click(row.getByRole('button', { name: 'Hold points: Fast Fingers' }))
    expect(await row.findByText('Held')).toBeVisible()
    await userEvent.click(row.getByRole('button', { name: 'Release: Fast Fingers' }))
    await waitFor(() => expect(row.queryByText('Held')).toBeNull())
    expect(api.callsOf('POST').map(({ path }) => path)).toEqual([`${path}/hold`, `${path}/release`])
  })

  it('show that loading failed, and then that there are none', async () => {
    let response: unknown = failure(503, 'Not now.')
    stubApi({ [EARNERS]: () => response })
    renderScreen(<Desk />, admin)
    await screen.findByText(/We could not load the unusual earners/)
    response = []
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No unusual earners')).toBeVisible()
  })

  it('show why a hold failed', async () => {
    const hold = `POST /api/admin/points/${sampleId(61)}/hold`
    stubApi({ [EARNERS]: [earner()], [hold]: failure(503, 'Please wait.') })
    const { shell } = renderScreen(<Desk />, admin)
    await userEvent.click(await screen.findByRole('button', { name: 'Hold points: Fast Fingers' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ description: 'Please wait.', tone: 'destructive' }]))
  })
})
