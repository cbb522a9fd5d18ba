import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModuleState, Status } from './api.ts'
import { ModuleAdminScreen } from './module-admin-screen.tsx'

const AT = '2026-11-20T10:00:00.000Z'
const rewards: ModuleState = {
  stable: '0.2.0',
  since: AT,
  by: 'admin',
  lkg: '0.1.0',
  candidate: null,
  disabled: null,
  quarantined: [],
}
const released: Status['journal'][number]['change'] = {
  ...{ by: 'admin', action: 'promote', module: 'rewards', from: '0.1.9', to: '0.2.0' },
  checks: [{ id: 'C8', outcome: 'warn', says: 'It loads slowly.' }],
}
const status: Status = {
  ...{ env: 'prod', rev: 7, at: AT, frozen: null, modules: { rewards }, notShown: [], previews: [] },
  journal: [{ rev: 7, at: AT, change: released }],
  previous: { rewards: '0.1.9' },
  retired: [{ module: 'mixes', version: '0.3.0', reason: 'moved into charts' }],
  health: [
    {
      ...{ module: 'rewards', version: '0.2.0', sessions: 40, failedSessions: 2 },
      ...{ stalledSessions: 1, faultySessions: 0, loadP75: 120.4 },
    },
  ],
}

/** Stubs the registry: a response for each path, or an error. */
const stubRegistry = (responses: Record<string, unknown>) => {
  const requests: { path: string; method: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = address.replace('/mfe/v1/', '')
    requests.push({ path, method: init.method ?? 'GET', body: init.body && JSON.parse(String(init.body)) })
    const response = responses[path]
    if (response === undefined) return Response.json({ code: 'x.y', message: 'It failed.' }, { status: 503 })
    return Response.json(await response)
  })
  return requests
}

const renderScreen = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ModuleAdminScreen />
    </QueryClientProvider>,
  )

describe('the admin page of modules', () => {
  // jsdom has no modal dialogs.
  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
      this.dispatchEvent(new Event('close'))
    }
  })

  it('says that it is loading', () => {
    stubRegistry({ status: new Promise(() => {}), tokens: new Promise(() => {}) })
    renderScreen()

    expect(screen.getByRole('status')).toHaveTextContent('Loading the modules …')
  })

  it('offers a retry if the registry fails', async () => {
    const responses: Record<string, unknown> = { tokens: [] }
    stubRegistry(responses)
    renderScreen()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('We could not load the modules.')
    expect(screen.getByRole('status')).toHaveTextContent('It failed.')

    responses.status = status
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'rewards' })).toBeVisible()
  })

  it('says that there is no module and no token', async () => {
    stubRegistry({ status: { ...status, modules: {} }, tokens: [] })
    renderScreen()

    expect(await screen.findByText('No modules yet')).toBeVisible()
    expect(await screen.findByText('There is no token yet.')).toBeVisible()
  })

  it('shows the health of each version and the actions of a module', async () => {
    stubRegistry({ status, tokens: [] })
    renderScreen()
    const card = await screen.findByRole('article')

    expect(within(card).getByRole('row', { name: /0\.2\.0 current/ })).toHaveTextContent(
      /100\s% \(40\)5\.0\s%, 1 rendered nothing–120 ms/,
    )
    expect(within(card).getByRole('row', { name: /0\.1\.0 last known good/ })).toHaveTextContent('no users')
    expect(screen.getByText(/^Retired: mixes \(moved into charts\)\./)).toBeVisible()
    const buttons = within(card).getAllByRole('button')
    expect(within(card).getByText('C8 warning: It loads slowly.')).toBeInTheDocument()
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      ...['Release another version…', 'Roll back', 'Return to last good', 'Switch off', 'Set a flag…'],
      'Retire',
      'Block versions…',
      'Make browser check optional',
    ])
    expect(
      within(card).getByRole('button', { name: 'Roll back: Roll rewards back to 0.1.9, current before 0.2.0' }),
    ).toBeVisible()
    expect(
      within(card).getByRole('button', { name: /Return rewards to 0\.1\.0, the last known good version/ }),
    ).toBeVisible()
  })

  it('closes a dialog with Back', async () => {
    stubRegistry({ status, tokens: [] })
    renderScreen()
    const button = await screen.findByRole('button', { name: /^Roll back/ })
    const { length } = history
    for (const _ of [1, 2]) {
      await userEvent.click(button)
      expect(screen.getByRole('dialog')).toBeVisible()
      await waitFor(() => expect(history.state).toMatchObject({ overlays: 1 }))
      history.back()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await userEvent.click(button)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(history.state?.overlays ?? 0).toBe(0))
    expect(history.length).toBeLessThanOrEqual(length + 1)
  })

  it('sends an action with its reason and shows the refusal of the registry', async () => {
    const requests = stubRegistry({ status, tokens: [] })
    renderScreen()
    await userEvent.click(await screen.findByRole('button', { name: /^Roll back/ }))
    await userEvent.type(screen.getByLabelText('Reason (optional)'), 'it fails')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Roll back' }))

    expect(await screen.findByText('It failed.')).toBeVisible()
    expect(requests.find(({ method }) => method === 'POST')).toEqual({
      path: 'env/prod/modules/rewards/rollback',
      method: 'POST',
      body: { reason: 'it fails' },
    })
  })

  it('sends the fields of an action', async () => {
    const requests = stubRegistry({ status, tokens: [] })
    renderScreen()
    await userEvent.click(await screen.findByRole('button', { name: /^Block/ }))
    await userEvent.type(screen.getByLabelText(/^Versions/), '<0.2.0')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Block versions' }))

    expect(await screen.findByText('It failed.')).toBeVisible()
    expect(requests.find(({ method }) => method === 'POST')).toEqual({
      path: 'env/prod/modules/rewards/block',
      method: 'POST',
      body: { range: '<0.2.0' },
    })
  })
})
