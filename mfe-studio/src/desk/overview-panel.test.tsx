import type { Overview } from '@griot/contracts/overview'
import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OverviewPanel } from './overview-panel.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const OVERVIEW = 'GET /api/admin/overview'
const admin = { at: '/admin', user: { ...ADA, roles: ['admin' as const] } }
const GIGABYTE = 1024 ** 3

const overview = (given: Partial<Overview> = {}): Overview => ({
  at: '2026-11-26T10:00:00.000Z',
  processes: (['gateway', 'database', 'catalog', 'listening-points', 'media', 'worker', 'queue', 'store'] as const).map(
    (name) => ({ name, state: 'ready' }),
  ),
  queue: { health: 'ok', inProgress: 1_204, oldestWaiting: new Date(Date.now() - 600_000).toISOString(), workers: 2 },
  storage: {
    files: 80,
    usedBytes: 12 * GIGABYTE,
    freeBytes: 40 * GIGABYTE,
    leastFreeBytes: 2 * GIGABYTE,
    quotaBytes: 5 * GIGABYTE,
    quotaFiles: 200,
  },
  listening: { listens: { now: 120, before: 100 }, listeners: { now: 30, before: 31 } },
  signUps: { now: 4, before: 4 },
  reports: { open: 3, isMore: false },
  invitations: { notMailed: 2 },
  errors: { responses: { now: 2, before: 0 }, moduleErrors: 1 },
  ...given,
})

/** The values below the term of a card. */
const figure = async (term: string) => {
  const found = await screen.findByText(term, { selector: 'dt, dt a' })
  const card = found.closest('dt')?.parentElement as HTMLElement
  return [...card.querySelectorAll('dd')].map((part) => part.textContent)
}
const stateOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement)

describe('the overview', () => {
  it('shows figures with a comparison to the day before', async () => {
    stubApi({ [OVERVIEW]: overview() })
    renderScreen(<OverviewPanel />, admin)

    expect(await figure('Files in the queue')).toEqual(['1,204', '2 workers running.'])
    expect(await figure('Longest wait')).toEqual(['10 minutes ago', 'The longest waiting file began to wait then.'])
    expect(await figure('Free disk space')).toEqual(['40 GB', 'Uploads are refused below 2 GB.'])
    expect(await figure('Stored recordings')).toEqual(['12 GB', '80 files. Quota of a user: 5 GB, 200 files.'])
    expect(await figure('Listens')).toEqual(['120', 'In the last 24 hours, 20 more than in the 24 hours before.'])
    expect(await figure('Listeners')).toEqual(['30', 'In the last 24 hours, 1 fewer than in the 24 hours before.'])
    expect(await figure('Sign-ups')).toEqual(['4', 'In the last 24 hours, as many as in the 24 hours before.'])
    expect(await figure('Invitations not mailed')).toEqual([
      '2',
      'Their e-mail failed in the last 24 hours.',
      'Verify the mail server',
    ])
    expect(await figure('Open reports')).toEqual(['3', 'Reports that no admin has taken.'])
    expect(await figure('Failed responses')).toEqual(['2', 'In the last 24 hours, 2 more than in the 24 hours before.'])
    expect(screen.getByText('None is down.')).toBeVisible()
  })

  it('links each figure to its page', async () => {
    stubApi({ [OVERVIEW]: overview() })
    renderScreen(<OverviewPanel />, admin)
    const linkOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')

    expect(await linkOf(/^Files in the queue/)).toBe('/admin?tab=queue')
    expect(await linkOf(/^Longest wait/)).toBe('/admin?tab=queue&state=waiting&sort=oldest')
    expect(await linkOf(/^Errors of modules/)).toBe('/mfe/')
    expect(await linkOf(/^Failed responses/)).toBe('/metrics')
    expect(await linkOf(/^Catalog/)).toBe('/metrics/catalog')
  })

  it('states in words which processes do not work, and shows them first', async () => {
    const processes = overview().processes.map(({ name, state }) => ({
      name,
      state: name === 'media' ? ('down' as const) : state,
    }))
    stubApi({
      [OVERVIEW]: overview({ processes, queue: null, storage: null }),
    })
    renderScreen(<OverviewPanel />, admin)

    expect(await screen.findByText('1 is down.')).toBeVisible()
    expect(stateOf('Media').getByText('Down')).toBeVisible()
    expect(stateOf('Catalog').getByText('Working')).toBeVisible()
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Media')
    expect(await figure('Files in the queue')).toEqual(['–', 'Its service does not respond.'])
    expect(await figure('Stored recordings')).toEqual(['–', 'Its service does not respond.'])
  })

  it('warns if the queue is paused and if uploads are refused', async () => {
    const { queue, storage } = overview()
    stubApi({
      [OVERVIEW]: overview({
        queue: queue && { ...queue, health: 'paused', oldestWaiting: null },
        storage: storage && { ...storage, freeBytes: GIGABYTE },
      }),
    })
    renderScreen(<OverviewPanel />, admin)
    expect(await figure('Files in the queue')).toContain('Paused')
    expect(await figure('Longest wait')).toEqual(['None', 'No file waits.'])
    expect(await figure('Free disk space')).toContain('Uploads are refused')
  })

  it('hides the reports of a catalog service that has none', async () => {
    const { reports: _, ...others } = overview()
    stubApi({ [OVERVIEW]: others })
    renderScreen(<OverviewPanel />, admin)
    await figure('Sign-ups')
    expect(screen.queryByText('Open reports')).toBeNull()
  })

  it('shows that loading failed, and loads on a retry', async () => {
    let response: unknown = failure(503, 'Not now.')
    stubApi({ [OVERVIEW]: () => response })
    renderScreen(<OverviewPanel />, admin)
    await screen.findByText(/We could not load the overview/)
    response = overview()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await figure('Sign-ups')).toContain('4')
  })

  it('refreshes every 30 seconds, and keeps the figures if that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let response: unknown = overview()
    stubApi({ [OVERVIEW]: () => response })
    renderScreen(<OverviewPanel />, admin)
    expect(await figure('Sign-ups')).toContain('4')

    response = overview({ signUps: { now: 5, before: 4 } })
    await vi.advanceTimersByTimeAsync(30_000)
    await waitFor(async () => expect(await figure('Sign-ups')).toContain('5'))

    response = failure(503, 'Not now.')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await screen.findByText(/We could not load the latest figures/)).toBeVisible()
    expect(await figure('Sign-ups')).toContain('5')
  })
})
