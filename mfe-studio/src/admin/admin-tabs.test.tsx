import type { Creator } from '@griot/contracts/catalog/creators'
import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { creator, podcast, sampleId } from '../testing/samples.ts'
import { AdminTabs } from './admin-tabs.tsx'

beforeEach(() => void stubEventSource())
afterEach(() => vi.unstubAllGlobals())

const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent)

describe('creating a podcast', () => {
  it('lists missing fields, and sends no request', async () => {
    const api = stubApi({ 'GET /api/podcasts': [] })
    renderScreen(<AdminTabs />)
    expect(screen.getByLabelText('Host Name')).toHaveValue('Ada Obi')
    await userEvent.clear(screen.getByLabelText('Host Name'))
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))

    await waitFor(() =>
      expect(alerts()).toEqual([
        'Title is required',
        'Description is required',
        'Host name is required',
        'Category is required',
      ]),
    )
    expect(api.callsOf('POST')).toEqual([])
  })

  it('adds the podcast to the list and clears the form', async () => {
    const podcasts = [podcast({ id: sampleId(21), title: 'Other' })]
    const api = stubApi({
      'GET /api/podcasts': () => podcasts,
      'POST /api/podcasts': () => {
        podcasts.unshift(podcast())
        return podcast()
      },
    })
    const { shell } = renderScreen(<AdminTabs />)
    // On phones the form is collapsed.
    const fold = screen.getByRole('button', { name: 'New podcast' })
    await userEvent.click(fold)
    expect(fold).toHaveAttribute('aria-expanded', 'true')
    await userEvent.type(screen.getByLabelText('Title'), 'The Long Table')
    await userEvent.type(screen.getByLabelText('Description'), 'Talks over dinner.')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Culture')
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))

    expect(await screen.findByRole('link', { name: 'The Long Table' })).toHaveAttribute(
      'href',
      `/podcast/${sampleId(20)}`,
    )
    expect(api.callsOf('POST')[0]?.body).toEqual({
      title: 'The Long Table',
      description: 'Talks over dinner.',
      hostName: 'Ada Obi',
      category: 'culture',
      kind: 'episodic',
      coverImage: null,
    })
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''))
    await waitFor(() => expect(fold).toHaveAttribute('aria-expanded', 'false'))
    await waitFor(() => expect(fold).toHaveFocus())
    await waitFor(() =>
      expect(shell.toasts).toEqual([{ title: 'Success', description: 'Podcast created successfully!' }]),
    )
  })

  it('keeps the input when the server refuses it, and shows the error beside the field', async () => {
    stubApi({
      'GET /api/podcasts': [],
      'POST /api/podcasts': failure(400, 'Please look again.', { title: 'That title is taken.' }),
    })
    const { shell } = renderScreen(<AdminTabs />)
    expect(await screen.findByText('No podcasts created yet. Create your first podcast to get started.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Title'), 'Taken')
    await userEvent.type(screen.getByLabelText('Description'), 'x')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'News')
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))

    expect(await screen.findByText('That title is taken.')).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('Taken')
    expect(shell.toasts).toEqual([{ title: 'Error', description: 'Failed to create podcast', tone: 'destructive' }])
  })
})

describe('creating a creator profile', () => {
  const at = { at: '/admin?tab=creators' }

  it('lists missing fields, and explains where profiles appear', async () => {
    stubApi({ 'GET /api/creators': [] })
    renderScreen(<AdminTabs />, at)
    expect(await screen.findByText('Creator profiles will appear here once you create them.')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Create Creator Profile' }))
    await waitFor(() => expect(alerts()).toEqual(['Name is required', 'Bio is required']))
  })

  it('shows an error for an invalid link', async () => {
    const api = stubApi({ 'GET /api/creators': [] })
    renderScreen(<AdminTabs />, at)
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada')
    await userEvent.type(screen.getByLabelText('Bio'), 'Talks.')
    await userEvent.type(screen.getByLabelText('Twitter'), 'two words')
    await userEvent.type(screen.getByLabelText('Website'), 'ada.example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Create Creator Profile' }))

    await waitFor(() =>
      expect(alerts()).toEqual([
        'Please enter a handle or an address that starts with https://.',
        'Please enter an address that starts with https://.',
      ]),
    )
    expect(api.callsOf('POST')).toEqual([])
  })

  it('saves only the links that were entered', async () => {
    const profiles: Creator[] = []
    const api = stubApi({
      'GET /api/creators': () => profiles,
      'POST /api/creators': () => {
        profiles.push(creator({ userId: ADA.id }))
        return Response.json(profiles[0], { status: 201 })
      },
    })
    const { shell } = renderScreen(<AdminTabs />, at)
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada')
    await userEvent.type(screen.getByLabelText('Bio'), 'Talks.')
    await userEvent.type(screen.getByLabelText('Twitter'), '@ada')
    await userEvent.click(screen.getByRole('button', { name: 'Create Creator Profile' }))

    await waitFor(() => expect(shell.toasts).toMatchObject([{ description: 'Creator profile created successfully!' }]))
    expect(api.callsOf('POST')[0]?.body).toEqual({
      name: 'Ada',
      bio: 'Talks.',
      profileImage: null,
      socialLinks: { twitter: '@ada', instagram: null, website: null },
    })
  })
})

describe('the user’s creator profile', () => {
  const at = { at: '/admin?tab=creators' }
  const mine = creator({ userId: ADA.id, name: 'Ada Obi' })
  const other = creator({ id: sampleId(41), userId: sampleId(9), name: 'Kofi Boateng' })

  it('can be edited but not created twice; other profiles are read-only', async () => {
    const api = stubApi({
      'GET /api/creators': [other, mine],
      'GET /api/creators?userId=me': [mine],
      [`PATCH /api/creator/${mine.id}`]: mine,
    })
    const { shell } = renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit your profile' }))
    await userEvent.clear(screen.getByLabelText('Bio'))
    await userEvent.type(screen.getByLabelText('Bio'), 'Listens.')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

    await waitFor(() => expect(shell.toasts).toEqual([{ title: 'Success', description: 'Creator profile saved.' }]))
    expect(api.callsOf('PATCH')[0]?.body).toMatchObject({ name: 'Ada Obi', bio: 'Listens.' })
    expect(await screen.findByRole('button', { name: 'Copy the id of Kofi Boateng' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit Kofi Boateng' })).toBeNull()
  })

  it('uploads a picture, with advice before and the error of the server after', async () => {
    // jsdom decodes no pictures.
    vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600 }))
    const portrait = `/api/creator/${mine.id}/portrait`
    let isRefused = true
    const api = stubApi({
      'GET /api/creators': [mine],
      'GET /api/creators?userId=me': [mine],
      [`PATCH /api/creator/${mine.id}`]: mine,
      [`POST ${portrait}`]: () =>
        isRefused
          ? Response.json(
              { code: 'portrait.broken', message: 'This picture could not be read.', requestId: 'x' },
              { status: 422 },
            )
          : Response.json(mine, { status: 201 }),
    })
    renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit your profile' }))
    const picture = new File(['...'], 'me.png', { type: 'image/png' })
    await userEvent.upload(screen.getByLabelText('Profile picture'), picture)
    expect(await screen.findByText('800 × 600 pixels. It will be cropped to a centered square.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('This picture could not be read.')).toBeVisible()

    isRefused = false
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST').map(({ path }) => path)).toEqual([portrait, portrait])
  })

  it('removes an uploaded picture', async () => {
    const portrayed = { ...mine, profileImage: `/api/creator/${mine.id}/portrait/${mine.id}/160` }
    const api = stubApi({
      'GET /api/creators': [portrayed],
      'GET /api/creators?userId=me': [portrayed],
      [`PATCH /api/creator/${mine.id}`]: portrayed,
      [`DELETE /api/creator/${mine.id}/portrait`]: mine,
    })
    renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit your profile' }))
    expect(screen.queryByLabelText('Profile Image URL (optional)')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

    await waitFor(() =>
      expect(api.callsOf('DELETE').map(({ path }) => path)).toEqual([`/api/creator/${mine.id}/portrait`]),
    )
  })

  it('lists the podcasts that show it before it is deleted', async () => {
    const api = stubApi({
      'GET /api/creators': [mine],
      'GET /api/podcasts': [podcast()],
      [`DELETE /api/creator/${mine.id}`]: { id: mine.id },
    })
    renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Ada Obi' }))
    expect(await screen.findByText('The Long Table')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))

    await waitFor(() =>
      expect(api.callsOf('DELETE').map(({ path }) => path)).toEqual([`/api/creator/${mine.id}?confirm=true`]),
    )
  })
})

describe('media in Admin', () => {
  it('links to Upload when the library is empty', async () => {
    stubApi({ 'GET /api/user/me/media': [] })
    renderScreen(<AdminTabs />, { at: '/admin?tab=media' })
    expect(
      await screen.findByText('No media files uploaded yet. Visit the Upload page to add audio files.'),
    ).toBeVisible()
  })
})
