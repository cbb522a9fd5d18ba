import type { Report } from '@griot/contracts/reports'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADMIN, sampleId } from '../../testing/samples.ts'
import { ReportsPanel } from './reports-panel.tsx'

const report = (about: Partial<Report> = {}): Report => ({
  id: sampleId(1),
  subject: 'podcast',
  subjectId: sampleId(20),
  podcastId: sampleId(20),
  title: 'Loud Kora',
  ownerId: sampleId(70),
  isHidden: false,
  reason: 'copyright',
  text: 'A copied song.',
  state: 'open',
  createdAt: new Date().toISOString(),
  assigneeName: null,
  decision: null,
  decisionText: '',
  decidedAt: null,
  reportsOfSubject: 1,
  undecidedOfSubject: 1,
  ...about,
})
const LIST = 'GET /api/admin/reports'
const open = (at = '/admin?tab=reports') => renderScreen(<ReportsPanel />, { at, user: ADMIN })

afterEach(() => vi.unstubAllGlobals())

describe('the reports of the operations desk', () => {
  it('assigns a report and decides all reports about its show', async () => {
    const about = { reportsOfSubject: 3, undecidedOfSubject: 3 }
    let reports = [report(about)]
    const api = stubApi({
      [LIST]: () => reports,
      [`POST /api/admin/report/${sampleId(1)}/assign`]: () => {
        reports = [report({ ...about, state: 'assigned', assigneeName: 'Ada Obi' })]
        return { id: sampleId(1) }
      },
      [`POST /api/admin/report/${sampleId(1)}/decide`]: { id: sampleId(1), decided: 3 },
    })
    open()
    expect(await screen.findByText('“A copied song.”')).toBeVisible()
    expect(screen.getByRole('link', { name: '3 reports' })).toHaveAttribute(
      'href',
      `/admin?tab=reports&about=${sampleId(20)}`,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Assign to me: Loud Kora' }))
    expect(await screen.findByText(/Assigned to Ada Obi/)).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Decide: Loud Kora' }))
    const dialog = screen.getByRole('dialog', { name: 'Decide this report' })
    await userEvent.selectOptions(within(dialog).getByLabelText('Decision'), 'Hide the show')
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Copied.')
    await userEvent.click(within(dialog).getByLabelText('Decide all 3 undecided reports about it'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Decide' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST').at(-1)?.body).toEqual({ decision: 'hidden', text: 'Copied.', allOfSubject: true })
  })

  it('shows why a decision was refused', async () => {
    const answers = [
      failure(400, 'Please give a reason.', { text: 'Please give a reason.' }),
      failure(409, 'Another admin has decided this report already.'),
    ]
    stubApi({ [LIST]: [report()], [`POST /api/admin/report/${sampleId(1)}/decide`]: () => answers.shift() })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Decide: Loud Kora' }))
    const submit = within(screen.getByRole('dialog')).getByRole('button', { name: 'Decide' })
    await userEvent.click(submit)
    expect(await screen.findByText('Please give a reason.')).toBeVisible()
    expect(screen.getByLabelText('Reason', { selector: 'textarea' })).toBeInvalid()
    await userEvent.click(submit)
    expect(await screen.findByText('Another admin has decided this report already.')).toBeVisible()
  })

  it('offers to restore after a decision, and no hiding of a deleted show', async () => {
    const decided = report({
      state: 'decided',
      decision: 'hidden',
      decidedAt: new Date().toISOString(),
      assigneeName: 'Ada Obi',
      decisionText: 'Copied.',
      isHidden: true,
    })
    stubApi({ [LIST]: [decided, report({ id: sampleId(2), title: null, podcastId: null })] })
    open()
    expect(await screen.findByText('Result: Copied.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Restore: Loud Kora' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Decide: A deleted show or episode' }))
    expect(screen.queryByRole('option', { name: 'Hide the show' })).toBeNull()
  })

  it('stores the filters in the address, and ignores unknown values', async () => {
    const api = stubApi({ [LIST]: [] })
    const { address } = open('/admin?tab=reports&state=unknown')
    expect(await screen.findByText('No reports')).toBeVisible()
    expect(api.calls[0]?.path).toBe('/api/admin/reports')
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Open')
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Spam')
    await waitFor(() => expect(address()).toBe('/admin?tab=reports&state=open&reason=spam'))
    await waitFor(() => expect(api.calls.at(-1)?.path).toBe('/api/admin/reports?state=open&reason=spam'))
  })

  it('offers a retry when the list does not load', async () => {
    stubApi({ [LIST]: failure(503, 'Down.') })
    open()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
