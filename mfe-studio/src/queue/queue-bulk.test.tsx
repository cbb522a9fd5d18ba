import type { QueueBulk, QueueChange } from '@griot/contracts/queue'
import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { ADMIN, queueOverview, queueRow, sampleId } from '../testing/samples.ts'
import { QueuePanel } from './queue-panel.tsx'

const QUEUE = 'GET /api/admin/queue'
const ACTIVITY = 'GET /api/admin/queue/activity'
const BULK = 'POST /api/admin/queue/bulk'
const NO_FILES = { waiting: 0, active: 0, retrying: 0, failed: 0, hopeless: 0, cancelled: 0, ready: 0 }
const admin = { at: '/admin?tab=queue', user: ADMIN }
const failed = queueRow({ state: 'failed', step: 'failed', failure: 'No sound.' })
const waiting = queueRow({ id: sampleId(11), originalName: 'second.mp3' })

const bulk = (given: Partial<QueueBulk> = {}): QueueBulk => ({
  id: sampleId(70),
  action: 'retry',
  state: 'running',
  actorName: 'Ada Obi',
  total: 30,
  done: 0,
  skipped: 0,
  failed: 0,
  createdAt: new Date().toISOString(),
  finishedAt: null,
  ...given,
})

let events: ReturnType<typeof stubEventSource>
beforeEach(() => {
  events = stubEventSource()
})
afterEach(() => vi.unstubAllGlobals())

const change = (given: Partial<QueueChange>) =>
  act(async () => events.send('queue', { counts: NO_FILES, rows: [], gone: [], isPartial: false, bulks: [], ...given }))

describe('the table of the queue', () => {
  it('follows the changes of rows and counters without a request', async () => {
    const api = stubApi({ [QUEUE]: queueOverview({ rows: [waiting], counts: { ...NO_FILES, waiting: 1 } }) })
    renderScreen(<QueuePanel />, admin)
    await screen.findByRole('button', { name: '1 Waiting' })
    const asked = api.calls.length

    await change({ rows: [{ ...waiting, state: 'active', percent: 40 }], counts: { ...NO_FILES, active: 1 } })
    expect(await screen.findByRole('progressbar', { name: 'Progress of second.mp3' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    )
    expect(screen.getByRole('button', { name: '1 Active' })).toBeVisible()
    await change({ gone: [waiting.id] })
    await waitFor(() => expect(screen.queryByText('second.mp3')).toBeNull())
    expect(api.calls).toHaveLength(asked)
  })

  it('reads the chart again after a file is ready or failed, and once for several', async () => {
    const api = stubApi({
      [QUEUE]: queueOverview({ rows: [waiting], counts: { ...NO_FILES, waiting: 1 } }),
      [ACTIVITY]: { hours: [], medianSeconds: null },
    })
    const asked = () => api.calls.filter(({ path }) => path === '/api/admin/queue/activity').length
    renderScreen(<QueuePanel />, admin)
    await screen.findByRole('button', { name: '1 Waiting' })
    await waitFor(() => expect(asked()).toBe(1))

    await change({ rows: [{ ...waiting, state: 'ready' }] })
    await change({ gone: [waiting.id] })
    await waitFor(() => expect(asked()).toBe(2), { timeout: 10_000 })
  })

  it('reads the list again after a reconnection and for a new file', async () => {
    let rows = [waiting]
    stubApi({ [QUEUE]: () => queueOverview({ rows }) })
    renderScreen(<QueuePanel />, admin)
    await screen.findByText('second.mp3')

    rows = [failed, waiting]
    await change({ rows: [failed] })
    expect(await screen.findByText('first-talk.mp3', {}, { timeout: 5_000 })).toBeVisible()
    rows = [failed]
    await act(async () => events.reconnect())
    await waitFor(() => expect(screen.queryByText('second.mp3')).toBeNull())
  })

  it('keeps its filter in the address', async () => {
    const api = stubApi({ [QUEUE]: queueOverview({ rows: [waiting] }) })
    renderScreen(<QueuePanel />, { ...admin, at: '/admin?tab=queue&state=waiting&sort=oldest' })
    expect(await screen.findByRole('button', { name: '0 Waiting' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByLabelText('Order')).toHaveValue('oldest')

    await userEvent.type(screen.getByLabelText('Search'), 'talk')
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Checks')
    await userEvent.click(screen.getByRole('button', { name: 'Show only the files of Ada Obi' }))
    await waitFor(() =>
      expect(api.calls.map(({ path }) => path)).toContain(
        `/api/admin/queue?sort=oldest&state=waiting&task=check&search=talk&ownerId=${sampleId(1)}`,
      ),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Show all people' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show all people' })).toBeNull())
  })

  it('shows when a file is expected to be ready', async () => {
    const expectedAt = new Date(Date.now() + 4.5 * 60_000).toISOString()
    stubApi({ [QUEUE]: queueOverview({ rows: [{ ...waiting, expectedAt }] }) })
    renderScreen(<QueuePanel />, admin)
    expect(await screen.findByText('Ready in about 5 minutes')).toBeVisible()
  })
})

describe('actions on many files', () => {
  it('names the number before it changes a selection', async () => {
    const api = stubApi({
      [QUEUE]: queueOverview({ rows: [failed, waiting], counts: { ...NO_FILES, waiting: 1, failed: 1 } }),
      [BULK]: Response.json(bulk(), { status: 202 }),
    })
    renderScreen(<QueuePanel />, admin)
    await userEvent.click(await screen.findByLabelText('Select first-talk.mp3'))
    await userEvent.click(screen.getByLabelText('Select second.mp3'))
    const bar = within(screen.getByRole('region', { name: 'Selected files' }))
    expect(bar.getByText('2 files selected')).toBeVisible()
    await userEvent.click(bar.getByRole('button', { name: 'Cancel' }))
    const dialog = screen.getByRole('dialog', { name: 'Cancel 1 file?' })
    expect(api.callsOf('POST')).toEqual([])

    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel 1 file' }))
    await waitFor(() =>
      expect(api.callsOf('POST')).toMatchObject([{ body: { action: 'cancel', mediaFileIds: [waiting.id] } }]),
    )
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull())
  })

  it('changes everything that matches the filter', async () => {
    const api = stubApi({
      [QUEUE]: queueOverview({ rows: [failed], counts: { ...NO_FILES, failed: 12_000, hopeless: 2_000 } }),
      [BULK]: Response.json(bulk(), { status: 202 }),
    })
    renderScreen(<QueuePanel />, { ...admin, at: '/admin?tab=queue&state=fixable' })
    await userEvent.click(await screen.findByLabelText('Select all shown'))
    await userEvent.click(screen.getByRole('button', { name: 'Select all 10,000 that match' }))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await userEvent.click(screen.getByRole('button', { name: 'Retry 10,000 files' }))
    await waitFor(() =>
      expect(api.callsOf('POST')).toMatchObject([{ body: { action: 'retry', filter: { state: 'fixable' } } }]),
    )
  })

  it('offers to retry all failed and to clear finished files', async () => {
    const api = stubApi({
      [QUEUE]: queueOverview({ rows: [failed], counts: { ...NO_FILES, failed: 4, hopeless: 3, cancelled: 2 } }),
      [BULK]: failure(409, 'No file matches any more. Nothing was changed.'),
    })
    const { shell } = renderScreen(<QueuePanel />, { at: '/admin?tab=queue', user: ADA })
    await userEvent.click(await screen.findByRole('button', { name: 'Retry all failed' }))
    expect(screen.getByRole('dialog', { name: 'Retry 1 file?' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Keep as it is' }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear canceled' }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear 2 files' }))

    await waitFor(() =>
      expect(shell.toasts).toMatchObject([{ description: 'No file matches any more. Nothing was changed.' }]),
    )
    expect(api.callsOf('POST')).toMatchObject([{ body: { action: 'clear', filter: { state: 'cancelled' } } }])
  })

  it('shows the progress and the result, and can be stopped', async () => {
    const api = stubApi({
      [QUEUE]: queueOverview({ rows: [failed] }),
      'GET /api/admin/queue/bulk': [bulk({ done: 9, skipped: 1 })],
      [`POST /api/admin/queue/bulk/${sampleId(70)}/cancel`]: bulk({ state: 'cancelled' }),
    })
    renderScreen(<QueuePanel />, admin)
    expect(await screen.findByText('10 of 30 · by Ada Obi')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
    expect(api.callsOf('POST')).toHaveLength(1)

    const over = bulk({ state: 'done', done: 27, skipped: 2, failed: 1, finishedAt: new Date().toISOString() })
    await change({ bulks: [over] })
    const result = 'Retried 27 of 30 files · 2 skipped, because they had changed · 1 could not be changed'
    expect(await screen.findByText(result)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(result)).toBeNull()
  })
})
