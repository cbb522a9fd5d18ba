import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TeamScreen } from './team-screen.tsx'

const AT = '2026-11-23T12:00:00Z'
const charts = {
  ...{
    stable: '0.2.0',
    since: AT,
    by: 'CI org/charts',
    lkg: '0.1.0',
    candidate: null,
    disabled: null,
    quarantined: [],
  },
}
const entry = (rev: number, module: string) => ({
  ...{ rev, at: AT },
  change: { by: 'CI org/charts', action: 'promote', module, from: null, to: '0.2.0' },
})
const status = {
  ...{ env: 'prod', rev: 7, at: AT, frozen: null, modules: { charts }, health: [], notShown: [], previews: [] },
  ...{ previous: {}, retired: [], journal: [entry(7, 'charts'), entry(6, 'rewards')] },
}
const versions = [
  {
    ...{ version: '0.2.0', deployed: { by: 'CI org/charts', at: AT }, misfit: null },
    source: {
      ...{ commit: '3f2a1c90aabbccdd', branch: 'main', author: 'Ama', message: 'feat: count twice' },
      link: 'https://ci.example/jobs/7',
    },
  },
  { version: '0.1.0', deployed: null, misfit: null, source: null },
]
const errors = [
  {
    ...{ version: '0.2.0', message: 'No points', stack: 'at draw (src/chart.tsx:2:3)', page: '/charts/7' },
    ...{ incident: '1ju5ghp', occurrences: 12, firstAt: AT, lastAt: AT },
  },
]
const team = {
  members: [{ userId: 'u1', email: 'ama@example.org', name: 'Ama', isOwner: true, addedBy: 'admin', addedAt: AT }],
  ciRules: [{ id: 'r1', claims: { repository: 'org/charts' }, scopes: ['deploy'], addedBy: 'admin', addedAt: AT }],
  isManaged: true,
  ownModules: ['charts', 'mixes'],
}
const FULL = {
  ...{ status, tokens: [] },
  'modules/charts/versions': { versions },
  'modules/charts/errors': { errors },
  'modules/charts/team': team,
  'modules/charts/webhooks': {
    webhooks: [
      {
        ...{ id: 'w1', host: 'https://hooks.example', events: ['rollback'], addedBy: 'admin', addedAt: AT },
        ...{ sentAt: null, problem: 'The server returned 500.' },
      },
    ],
  },
}

/** Stubs the registry: a response for each path; 503 for others. */
const open = (responses: Record<string, unknown>) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = address.replace('/mfe/v1/', '')
    if (method !== 'GET') sent.push([method, path, JSON.parse(String(body ?? 'null'))])
    const response = responses[path]
    if (response === undefined) return Response.json({ code: 'x.y', message: 'It failed.' }, { status: 503 })
    return Response.json(await response)
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <TeamScreen module="charts" />
    </QueryClientProvider>,
  )
  return sent
}

describe('the page of a module', () => {
  beforeAll(() => {
    // jsdom implements no modal dialogs.
    HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
      this.open = false
      this.dispatchEvent(new Event('close'))
    }
  })
  afterEach(() => vi.unstubAllGlobals())

  it('shows versions with their origin, errors, the team, and the changes of this module only', async () => {
    open(FULL)

    const table = await screen.findByRole('region', { name: 'Deployed versions' })
    expect(within(table).getByRole('row', { name: /3f2a1c90a main Ama feat: count twice/ })).toBeVisible()
    expect(within(table).getByRole('link', { name: 'CI job of 0.2.0' })).toHaveAttribute(
      'href',
      'https://ci.example/jobs/7',
    )
    await userEvent.click(await screen.findByText('No points'))
    expect(screen.getByText(/^Version 0\.2\.0, page \/charts\/7, incident 1ju5ghp\./)).toBeVisible()
    expect(screen.getByRole('region', { name: 'Stack trace' })).toHaveTextContent('src/chart.tsx:2:3')
    expect(screen.getByText(/12 times/)).toBeVisible()
    const members = await screen.findByRole('region', { name: 'Members' })
    expect(within(members).getByRole('row', { name: /Ama, ama@example\.org owner/ })).toBeVisible()
    expect(within(members).getByRole('row', { name: /CI jobs with repository=org\/charts deploy/ })).toBeVisible()
    const addresses = await screen.findByRole('region', { name: 'Addresses' })
    expect(
      within(addresses).getByRole('row', { name: /hooks\.example rollback The server returned 500\./ }),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'mixes' })).toHaveAttribute('href', '/mfe/mixes')
    const journal = await screen.findByRole('region', { name: 'Changes' })
    expect(within(journal).getAllByRole('row')).toHaveLength(2)
  })

  it('says that it is loading', () => {
    const pending = new Promise(() => {})
    open(Object.fromEntries(Object.keys(FULL).map((path) => [path, pending])))

    expect(screen.getByRole('status')).toHaveTextContent('Loading the module …')
    expect(screen.getByText('Loading the errors')).toBeInTheDocument()
  })

  it('offers a retry for each part that fails', async () => {
    open({})

    await vi.waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(6))
    expect(screen.getByText(/could not load the team/)).toBeVisible()
  })

  it('says what a new module does not have yet', async () => {
    open({
      ...{ ...FULL, status: { ...status, modules: {}, journal: [] } },
      'modules/charts/versions': { versions: [] },
      'modules/charts/errors': { errors: [] },
      'modules/charts/webhooks': { webhooks: [] },
      'modules/charts/team': { ...team, members: [], ciRules: [], isManaged: false },
    })

    for (const text of [
      'No released version',
      'No version was deployed yet.',
      'No page reported an error within 30 days.',
      'The module has no members. Admins release it.',
      'There is no token yet.',
      'No address receives messages about releases.',
    ]) {
      expect(await screen.findByText(text)).toBeVisible()
    }
    expect(screen.queryByRole('button', { name: /^Add a member/ })).toBeNull()
  })

  it('adds a webhook and shows its secret once', async () => {
    const sent = open({ ...FULL, 'modules/charts/webhooks': { webhooks: [], id: 'w2', secret: 'whsec_abc' } })
    await userEvent.click(await screen.findByRole('button', { name: /^Add a webhook/ }))
    await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.example/charts')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add a webhook' }))

    expect(await screen.findByLabelText('Secret of the signatures, shown only once')).toHaveValue('whsec_abc')
    expect(sent).toEqual([
      [
        'POST',
        'modules/charts/webhooks',
        { url: 'https://hooks.example/charts', events: ['release', 'rollback', 'budget'] },
      ],
    ])
  })

  it('adds CI jobs with their claims', async () => {
    const sent = open({ ...FULL, 'modules/charts/ci': team.ciRules[0] })
    await userEvent.click(await screen.findByRole('button', { name: /^Add CI jobs/ }))
    await userEvent.type(screen.getByLabelText('Repository'), 'org/charts')
    await userEvent.type(screen.getByLabelText('Ref'), 'refs/heads/main')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add CI jobs' }))

    await vi.waitFor(() =>
      expect(sent).toEqual([
        [
          'POST',
          'modules/charts/ci',
          { claims: { repository: 'org/charts', ref: 'refs/heads/main' }, scopes: ['deploy', 'release'] },
        ],
      ]),
    )
  })
})
