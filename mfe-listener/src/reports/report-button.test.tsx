import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PODCAST_ID, sampleId } from '../testing/samples.ts'
import { ReportButton } from './report-button.tsx'

const BUTTON = <ReportButton subject="podcast" id={PODCAST_ID} title="The Long Table" ownerId={sampleId(70)} />

afterEach(() => vi.unstubAllGlobals())

const open = async () => {
  const { shell } = renderScreen(BUTTON)
  await userEvent.click(screen.getByRole('button', { name: 'Report' }))
  await screen.findByRole('dialog', { name: 'Report this show' })
  return shell
}

describe('the report of a show', () => {
  it('sends the reason and the text, and confirms it', async () => {
    const api = stubApi({ 'POST /api/reports': () => Response.json({ id: sampleId(1) }, { status: 201 }) })
    const shell = await open()
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Copyright')
    await userEvent.type(screen.getByLabelText('Description'), 'A copied song.')
    await userEvent.click(screen.getByRole('button', { name: 'Send Report' }))

    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST')[0]?.body).toEqual({
      subject: 'podcast',
      id: PODCAST_ID,
      reason: 'copyright',
      text: 'A copied song.',
    })
    expect(shell.toasts).toMatchObject([{ title: 'Report sent' }])
  })

  it('shows the errors of fields beside them, and other refusals above the buttons', async () => {
    const answers = [
      failure(400, 'Please choose a reason.', { reason: 'Please choose a reason.' }),
      failure(409, 'You have reported this already. We look at your report first.'),
    ]
    stubApi({ 'POST /api/reports': () => answers.shift() })
    await open()
    const send = screen.getByRole('button', { name: 'Send Report' })

    await userEvent.click(send)
    expect(await screen.findByRole('alert')).toHaveTextContent('Please choose a reason.')
    expect(screen.getByLabelText('Reason')).toBeInvalid()
    await userEvent.click(send)
    expect(await screen.findByText('You have reported this already. We look at your report first.')).toBeVisible()
  })

  it('opens for the link of a public page, and closes without it', async () => {
    stubApi({})
    renderScreen(BUTTON, { at: '/?report=1' })
    const dialog = await screen.findByRole('dialog', { name: 'Report this show' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks visitors to log in, and is hidden from the owner', async () => {
    const { shell, unmount } = renderScreen(BUTTON, { user: null })
    await userEvent.click(screen.getByRole('button', { name: 'Report' }))
    expect(shell.toasts).toMatchObject([{ title: 'Login Required' }])
    expect(screen.queryByRole('dialog')).toBeNull()
    unmount()

    renderScreen(BUTTON, { user: { ...ADA, id: sampleId(70) } })
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  })
})
