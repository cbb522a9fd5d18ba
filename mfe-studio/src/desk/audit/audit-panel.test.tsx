import type { AuditEntry } from '@griot/contracts/audit'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADMIN, sampleId } from '../../testing/samples.ts'
import { AuditPanel } from './audit-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const AUDIT = 'GET /api/admin/audit'
const entry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: sampleId(80),
  createdAt: new Date().toISOString(),
  actorId: sampleId(81),
  actorName: 'Adwoa Boss',
  action: 'person.blocked',
  subjectKind: 'person',
  subjectId: sampleId(82),
  subjectName: 'Esi Owusu',
  concernsId: null,
  reason: 'Spam in notes',
  details: { shows: 'hide' },
  ...given,
})
const open = (query = '') => renderScreen(<AuditPanel />, { at: `/admin?tab=audit${query}`, user: ADMIN })

describe('the audit log', () => {
  it('shows loading, a failure with its sentence, and no entries', async () => {
    let response: unknown = failure(503, 'A service does not respond, so the audit log would be incomplete.')
    stubApi({ [AUDIT]: () => response })
    open()
    expect(screen.getByText('Loading the audit log')).toBeInTheDocument()
    expect(await screen.findByText(/We could not load the audit log/)).toBeVisible()
    response = []
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No entries')).toBeVisible()
  })

  it('shows who did what to whom, when and why, also for actions of a newer service', async () => {
    stubApi({
      [AUDIT]: [entry(), { ...entry({ id: sampleId(83), reason: null, details: {} }), action: 'tip.paid_back' }],
    })
    open()
    const [first, second] = await screen.findAllByRole('listitem')
    const row = within(first as HTMLElement)
    expect(row.getByText('Person blocked: Esi Owusu')).toBeVisible()
    expect(row.getByText('“Spam in notes”')).toBeVisible()
    expect(row.getByText('shows: hide')).toBeVisible()
    expect(within(second as HTMLElement).getByText('Tip paid back: Esi Owusu')).toBeVisible()
  })

  it('is filtered by the address, and its download has the same filters', async () => {
    const api = stubApi({ [AUDIT]: [entry()] })
    open('&action=person.blocked&from=2026-11-01&to=2026-11-02')
    await screen.findByText('Person blocked: Esi Owusu')
    const asked = new URL(api.calls[0]?.path ?? '', 'http://x').searchParams
    expect(asked.get('action')).toBe('person.blocked')
    expect(Date.parse(asked.get('to') ?? '') - Date.parse(asked.get('from') ?? '')).toBe(2 * 86_400_000)
    const download = screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
    expect(download).toBe(`/api/admin/audit.csv?${asked}`)

    await userEvent.click(screen.getByRole('link', { name: 'Adwoa Boss' }))
    await screen.findByText(/^Only the changes by or about one person/)
    await waitFor(() => expect(api.calls.at(-1)?.path).toContain(`actor=${sampleId(81)}`))
    await userEvent.click(screen.getByRole('link', { name: 'Show all changes' }))
    await waitFor(() => expect(screen.queryByText(/^Only the changes by or about one person/)).toBeNull())
  })
})
