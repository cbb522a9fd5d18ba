import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminTabs } from '../admin/admin-tabs.tsx'
import { stubEventSource } from '../testing/browser.ts'
import { podcast, sampleId } from '../testing/samples.ts'

const known = podcast()

beforeEach(() => {
  stubEventSource()
  stubApi({
    'GET /api/podcasts': [known],
    [`GET /api/podcast/${known.id}`]: known,
    'GET /api/creators': [],
    'POST /api/podcasts': podcast({ id: sampleId(21), title: 'Second Table' }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const title = () => screen.getByRole('textbox', { name: 'Title' })
const openTab = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
const leavingIsAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('the draft of a form', () => {
  it('is restored after another tab was opened, and after a reload', async () => {
    const { unmount } = renderScreen(<AdminTabs />)
    await userEvent.type(title(), 'Second')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Culture')
    await openTab('Creators')
    await userEvent.type(await screen.findByLabelText('Twitter'), '@ada')
    await openTab('Podcasts')
    expect(title()).toHaveValue('Second')
    expect(screen.getByText('Your unsaved changes are restored.')).toBeVisible()
    unmount()

    renderScreen(<AdminTabs />)
    expect(title()).toHaveValue('Second')
    // On phones, too, where the form is folded otherwise.
    expect(screen.getByRole('button', { name: 'Hide the form' })).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByLabelText('Category')).toHaveValue('culture')
    await openTab('Creators')
    expect(await screen.findByLabelText('Twitter')).toHaveValue('@ada')
  })

  it('is deleted by Start over, and after saving', async () => {
    const { shell, unmount } = renderScreen(<AdminTabs />)
    await userEvent.type(title(), 'Second')
    await openTab('Media')
    await openTab('Podcasts')
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(title()).toHaveValue('')
    expect(screen.queryByText('Your unsaved changes are restored.')).toBeNull()

    await userEvent.type(title(), 'Second Table')
    expect(screen.queryByText('Your unsaved changes are restored.')).toBeNull()
    await userEvent.type(screen.getByLabelText('Description'), 'Talks.')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Culture')
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'Success' }]))
    await waitFor(() => expect(title()).toHaveValue(''))
    unmount()

    renderScreen(<AdminTabs />)
    expect(title()).toHaveValue('')
  })

  it('restores the picture, or names it after a reload', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1400, height: 1400 }))
    const { unmount } = renderScreen(<AdminTabs />)
    const preview = () => screen.queryByRole('img', { name: 'Preview of the cropped picture' })
    await userEvent.upload(screen.getByLabelText('Cover picture'), new File(['x'], 'sun.png', { type: 'image/png' }))
    await waitFor(() => expect(preview()).toBeVisible())
    await openTab('Media')
    await openTab('Podcasts')
    await waitFor(() => expect(preview()).toBeVisible())
    expect(screen.getByText('Your unsaved changes are restored.')).toBeVisible()
    const noted = { ...sessionStorage }
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(preview()).toBeNull()
    unmount()

    // A reload leaves what is noted in the tab, and nothing else.
    for (const [key, value] of Object.entries(noted)) sessionStorage.setItem(key, value)
    renderScreen(<AdminTabs />)
    expect(screen.getByText('Please choose the picture “sun.png” again.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(screen.queryByText('Please choose the picture “sun.png” again.')).toBeNull()
  })

  it('is not restored for another user', async () => {
    const { unmount } = renderScreen(<AdminTabs />)
    await userEvent.type(title(), 'Second')
    unmount()

    const other = renderScreen(<AdminTabs />, { user: { ...ADA, id: sampleId(9) } })
    expect(title()).toHaveValue('')
    other.unmount()
    renderScreen(<AdminTabs />)
    expect(title()).toHaveValue('')
  })

  it('survives the end of the session', async () => {
    const { shell, unmount } = renderScreen(<AdminTabs />)
    await userEvent.type(title(), 'Second')
    act(() => shell.session.set(null))
    await userEvent.type(title(), ' Table')
    unmount()

    renderScreen(<AdminTabs />)
    expect(title()).toHaveValue('Second Table')
  })

  it('survives closing the dialog, but not Cancel', async () => {
    renderScreen(<AdminTabs />)
    const open = async () => {
      await userEvent.click(await screen.findByRole('button', { name: `Edit ${known.title}` }))
      return within(await screen.findByRole('dialog'))
    }
    await userEvent.type(await (await open()).findByLabelText('Title'), ', again')
    await userEvent.keyboard('{Escape}')
    const dialog = await open()
    expect(await dialog.findByLabelText('Title')).toHaveValue(`${known.title}, again`)
    expect(dialog.getByLabelText('Description')).toHaveValue(known.description)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))

    expect(await (await open()).findByLabelText('Title')).toHaveValue(known.title)
  })

  it('blocks updates of the page, and asks before leaving', async () => {
    const { shell } = renderScreen(<AdminTabs />)
    const unblock = vi.fn()
    const block = vi.spyOn(shell.api.update, 'block').mockReturnValue(unblock)
    expect(leavingIsAsked()).toBe(false)

    await userEvent.type(title(), 'S')
    expect(block).toHaveBeenCalledOnce()
    expect(leavingIsAsked()).toBe(true)

    await userEvent.clear(title())
    expect(unblock).toHaveBeenCalledOnce()
    expect(leavingIsAsked()).toBe(false)
  })
})
