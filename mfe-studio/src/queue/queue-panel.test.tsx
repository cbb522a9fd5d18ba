import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminTabs } from '../admin/admin-tabs.tsx'
import { stubEventSource } from '../testing/browser.ts'
import { episode, queueOverview, queueRow, sampleId } from '../testing/samples.ts'

const QUEUE = 'GET /api/admin/queue'
const AUDIT_LOG = 'GET /api/admin/queue/deeds'
const admin = { at: '/admin?tab=queue', user: { ...ADA, roles: ['admin' as const] } }
const creator = { at: '/admin?tab=queue' }
const worker = {
  id: sampleId(40),
  host: 'studio-1',
  pid: 4711,
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  seenAt: new Date().toISOString(),
  isAlive: true,
}

beforeEach(() => void stubEventSource())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the queue', () => {
  it('shows the number of files in each state, and the actions of each file', async () => {
    stubApi({
      [QUEUE]: queueOverview({
        counts: { waiting: 1, active: 1, retrying: 0, failed: 1, hopeless: 0, cancelled: 0, ready: 7 },
        oldestWaiting: new Date(Date.now() - 120_000).toISOString(),
        workers: [worker],
        rows: [
          queueRow({ state: 'active', step: 'checked', percent: 40, attempt: 2, episodeIds: [sampleId(30)] }),
          queueRow({
            id: sampleId(11),
            originalName: 'broken.mp3',
            state: 'failed',
            step: 'failed',
            failure: 'No sound.',
          }),
        ],
      }),
      [`GET /api/episode/${sampleId(30)}`]: episode(),
    })
    renderScreen(<AdminTabs />, admin)

    expect(await screen.findByText('The queue is working')).toBeVisible()
    expect(screen.getByText('1 worker running · longest wait began 2 minutes ago')).toBeVisible()
    expect(screen.getByRole('button', { name: '7 Ready today' })).toBeVisible()
    const [active, failed] = screen.getAllByRole('row').slice(1)
    expect(within(active as HTMLElement).getByText('Being measured 5 minutes ago · attempt 2 of 3')).toBeVisible()
    expect(within(active as HTMLElement).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
    expect(await within(active as HTMLElement).findByRole('link', { name: 'Salt and Memory' })).toBeVisible()
    expect(within(active as HTMLElement).getByRole('button', { name: 'Cancel first-talk.mp3' })).toBeVisible()
    expect(within(failed as HTMLElement).getByText('No sound.')).toBeVisible()
    expect(within(failed as HTMLElement).queryByRole('button', { name: /Cancel/ })).toBeNull()
    expect(screen.getByText('studio-1 · process 4711')).toBeVisible()
  })

  it.each([
    ['no_worker', 'No worker is running'],
    ['unreachable', 'The queue is unavailable'],
    ['paused', 'The queue is paused'],
  ] as const)('shows a message when it is %s', async (health, sentence) => {
    stubApi({ [QUEUE]: queueOverview({ health }) })
    renderScreen(<AdminTabs />, admin)
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('retries a failed file, and refreshes the queue', async () => {
    let row = queueRow({ state: 'failed', step: 'failed', failure: 'No sound.' })
    const api = stubApi({
      [QUEUE]: () => queueOverview({ rows: [row] }),
      [`POST /api/media/${sampleId(10)}/retry`]: () => {
        row = queueRow({ step: 'queued' })
        return Response.json({}, { status: 202 })
      },
    })
    renderScreen(<AdminTabs />, creator)
    await userEvent.click(await screen.findByRole('button', { name: 'Retry first-talk.mp3' }))

    expect(await screen.findByText(/Queued again/)).toBeVisible()
    expect(api.callsOf('POST')).toHaveLength(1)
  })

  it('names the MP3 of an episode and the state of its work', async () => {
    stubApi({ [QUEUE]: queueOverview({ rows: [queueRow({ task: 'mp3', state: 'failed', step: 'ready' })] }) })
    renderScreen(<AdminTabs />, creator)

    expect(await screen.findByText('MP3 for podcast apps')).toBeVisible()
    expect(screen.getByText(/^Making the MP3 failed/)).toBeVisible()
  })

  it('shows a toast when an action is refused', async () => {
    stubApi({
      [QUEUE]: queueOverview({ rows: [queueRow()] }),
      [`POST /api/admin/queue/${sampleId(10)}/cancel`]: failure(409, 'It is over.'),
    })
    const { shell } = renderScreen(<AdminTabs />, creator)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel first-talk.mp3' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'That did not work', tone: 'destructive' }]))
  })

  it('can be paused by admins only', async () => {
    const api = stubApi({ [QUEUE]: queueOverview(), 'POST /api/admin/queue/pause': { paused: true } })
    const { unmount } = renderScreen(<AdminTabs />, creator)
    expect(await screen.findByText('The queue is working')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
    unmount()

    renderScreen(<AdminTabs />, admin)
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    await waitFor(() => expect(api.callsOf('POST')).toMatchObject([{ path: '/api/admin/queue/pause' }]))
  })

  it('filters by one state, and clears the filter', async () => {
    const api = stubApi({ [QUEUE]: queueOverview() })
    renderScreen(<AdminTabs />, creator)
    const failed = await screen.findByRole('button', { name: '0 Failed' })
    await userEvent.click(failed)

    expect(failed).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText('No files match this filter.')).toBeVisible()
    expect(api.calls.map(({ path }) => path)).toContain('/api/admin/queue?sort=newest&state=fixable')
    await userEvent.click(failed)
    expect(await screen.findByText(/Nothing waits and nothing failed/)).toBeVisible()
  })

  it('leads an admin from an empty list to the files that need another file', async () => {
    const counts = { waiting: 0, active: 0, retrying: 0, failed: 2, hopeless: 2, cancelled: 0, ready: 7 }
    const api = stubApi({ [QUEUE]: queueOverview({ counts }), [AUDIT_LOG]: [] })
    renderScreen(<AdminTabs />, admin)
    expect(await screen.findByText(/2 files need other recordings from their owners/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show 2 files' }))
    await waitFor(() =>
      expect(api.calls.map(({ path }) => path)).toContain('/api/admin/queue?sort=newest&state=hopeless'),
    )
  })

  it('shows admins the recent actions, and who paused it', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    stubApi({
      [QUEUE]: queueOverview({ health: 'paused', workers: [worker] }),
      [AUDIT_LOG]: [
        { action: 'pause', actorName: 'Efua Owusu', at: at(5), files: 0, originalName: null },
        { action: 'retry_failed', actorName: 'Ada Obi', at: at(8), files: 12, originalName: null },
        { action: 'cancel', actorName: 'Ada Obi', at: at(9), files: 1, originalName: 'talk.mp3' },
        { action: 'retry', actorName: '', at: at(10), files: 1, originalName: null },
      ],
    })
    const { unmount } = renderScreen(<AdminTabs />, admin)
    expect(await screen.findByText(/paused by Efua Owusu 5 minutes ago/)).toBeVisible()
    const entries = within(screen.getByRole('region', { name: 'Recent actions' }))
    expect(entries.getAllByRole('listitem').map((row) => row.querySelector('.g-row-title')?.textContent)).toEqual([
      'Efua Owusu paused the queue',
      'Ada Obi retried all failed files: 12 files',
      'Ada Obi canceled talk.mp3',
      'Someone retried a deleted file',
    ])
    unmount()

    const api = stubApi({ [QUEUE]: queueOverview() })
    renderScreen(<AdminTabs />, creator)
    await screen.findByText('The queue is working')
    expect(api.calls.map(({ path }) => path)).not.toContain('/api/admin/queue/deeds')
  })

  it('shows the history of a file and the actions on it', async () => {
    const at = '2026-11-02T10:00:00.000Z'
    stubApi({
      [QUEUE]: queueOverview({ rows: [queueRow()] }),
      [`GET /api/admin/queue/${sampleId(10)}`]: {
        ...queueRow(),
        timeline: [
          { kind: 'received', at, attempt: null, sentence: null, technical: null },
          { kind: 'interrupted', at, attempt: 2, sentence: 'It is tried again.', technical: 'ECONNREFUSED' },
        ],
        technicalError: null,
        log: [],
        actions: [{ action: 'retry', actorName: 'Ada Obi', at }],
      },
    })
    renderScreen(<AdminTabs />, admin)
    await userEvent.click(await screen.findByRole('button', { name: 'Details of first-talk.mp3' }))

    const dialog = screen.getByRole('dialog', { name: 'Processing history' })
    expect(await within(dialog).findByText('Interrupted (attempt 2)')).toBeVisible()
    expect(within(dialog).getByText('ECONNREFUSED')).toBeVisible()
    expect(within(dialog).getByText(/Ada Obi retried it/)).toBeVisible()
  })

  it('shows admins technical output, with the actions of the file', async () => {
    const at = '2026-11-02T10:00:00.000Z'
    const failed = queueRow({ state: 'failed', step: 'failed', failure: 'No sound.' })
    const api = stubApi({
      [QUEUE]: queueOverview({ rows: [failed] }),
      [`GET /api/admin/queue/${sampleId(10)}`]: {
        ...failed,
        timeline: [{ kind: 'failed', at, attempt: 1, sentence: 'No sound.', technical: 'ffprobe exited with 1' }],
        technicalError: 'ffprobe exited with 1',
        log: [{ at, attempt: 1, line: 'moov atom not found' }],
        actions: [],
      },
      [`POST /api/media/${sampleId(10)}/retry`]: Response.json({}, { status: 202 }),
    })
    renderScreen(<AdminTabs />, admin)
    expect(await screen.findByRole('link', { name: /Open the queue dashboard/ })).toHaveAttribute(
      'href',
      '/api/admin/queue/board',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Details of first-talk.mp3' }))

    const dialog = screen.getByRole('dialog', { name: 'Processing history' })
    expect(await within(dialog).findByText('ffprobe exited with 1')).toBeVisible()
    expect(within(dialog).getByText(/#1 moov atom not found/)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retry first-talk.mp3' }))
    await waitFor(() => expect(api.callsOf('POST')).toHaveLength(1))
  })

  it('offers the owner a replacement instead of a retry after a permanent failure', async () => {
    const hopeless = { state: 'failed', step: 'failed', failure: 'No sound.', isHopeless: true } as const
    stubApi({
      [QUEUE]: queueOverview({
        counts: { waiting: 0, active: 0, retrying: 0, failed: 2, hopeless: 2, cancelled: 0, ready: 0 },
        rows: [
          queueRow({ ...hopeless, ownerId: ADA.id }),
          queueRow({ ...hopeless, id: sampleId(11), originalName: 'hers.mp3', ownerId: sampleId(2) }),
        ],
      }),
    })
    renderScreen(<AdminTabs />, admin)

    expect(await screen.findByRole('link', { name: 'Replace the file: first-talk.mp3' })).toHaveAttribute(
      'href',
      `/upload?tab=library&replace=${sampleId(10)}`,
    )
    expect(screen.getAllByRole('link', { name: /Replace the file/ })).toHaveLength(1)
    expect(screen.getAllByText('A retry cannot fix this file. Its owner can replace it.')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Retry (all|hers|first)/ })).toBeNull()
  })

  it('draws the files of a day, with a table', async () => {
    const start = Date.parse('2026-11-02T10:00:00.000Z')
    const hours = Array.from({ length: 24 }, (_, at) => ({
      from: new Date(start + at * 3_600_000).toISOString(),
      ready: at === 23 ? 7 : 1,
      failed: at === 23 ? 3 : 0,
    }))
    stubApi({ [QUEUE]: queueOverview(), 'GET /api/admin/queue/activity': { hours, medianSeconds: 12.4 } })
    renderScreen(<AdminTabs />, creator)

    expect(await screen.findByText('30 ready · 3 failed · half of them within 12 seconds')).toBeVisible()
    expect(screen.getByRole('img', { name: /30 ready · 3 failed/ })).toBeInTheDocument()
    const [newest] = within(screen.getByRole('table', { hidden: true }))
      .getAllByRole('row', { hidden: true })
      .slice(1)
    expect(newest?.textContent).toMatch(/73$/)
    expect(screen.queryByRole('link', { name: /board/ })).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    let isDown = true
    stubApi({ [QUEUE]: () => (isDown ? failure(503, 'Not now.') : queueOverview()) })
    renderScreen(<AdminTabs />, creator)
    const retry = await screen.findByRole('button', { name: 'Retry' })

    isDown = false
    await userEvent.click(retry)
    expect(await screen.findByText('The queue is working')).toBeVisible()
  })
})
