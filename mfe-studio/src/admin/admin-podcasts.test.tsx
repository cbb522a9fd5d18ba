import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { ADMIN, episode, mediaFile, podcast, sampleId } from '../testing/samples.ts'
import { AdminTabs } from './admin-tabs.tsx'

beforeEach(() => {
  stubEventSource()
  // jsdom decodes no pictures: the name of a file says how large it is.
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
    const [, width, height] = /(\d+)x(\d+)/.exec(name) ?? []
    if (width === undefined) throw new Error('no picture')
    return { width: Number(width), height: Number(height) }
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const picture = (name: string) => new File(['...'], name, { type: 'image/png' })
const known = podcast()
const uploaded = podcast({ coverImage: `/api/podcast/${known.id}/cover/${known.id}/480` })
const cover = `/api/podcast/${known.id}/cover`

const openEditor = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit The Long Table' }))
  await screen.findByRole('button', { name: 'Save changes' })
  return within(screen.getByRole('dialog'))
}

describe('editing a podcast', () => {
  it('saves all fields and updates the list', async () => {
    const podcasts = [known]
    const api = stubApi({
      'GET /api/podcasts': () => podcasts,
      [`GET /api/podcast/${known.id}`]: () => podcasts[0],
      [`PATCH /api/podcast/${known.id}`]: () => {
        podcasts[0] = { ...known, title: 'The Longer Table' }
        return podcasts[0]
      },
    })
    const { shell } = renderScreen(<AdminTabs />)
    const dialog = await openEditor()
    await userEvent.type(dialog.getByLabelText('Cover Image URL (optional)'), 'https://example.org/a.jpg')
    await userEvent.clear(dialog.getByLabelText('Title'))
    await userEvent.type(dialog.getByLabelText('Title'), 'The Longer Table')
    await userEvent.selectOptions(dialog.getByLabelText('Type'), 'serial')
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))

    expect(await screen.findByRole('link', { name: 'The Longer Table' })).toBeVisible()
    await waitFor(() => expect(shell.toasts).toEqual([{ title: 'Success', description: 'Podcast saved.' }]))
    expect(api.callsOf('PATCH')[0]?.body).toEqual({
      title: 'The Longer Table',
      description: 'Talks over dinner.',
      hostName: 'Ada Obi',
      category: 'culture',
      kind: 'serial',
      coverImage: 'https://example.org/a.jpg',
    })
  })

  it('names the missing network, and keeps the dialog', async () => {
    stubApi({
      'GET /api/podcasts': [known],
      [`GET /api/podcast/${known.id}`]: known,
      [`PATCH /api/podcast/${known.id}`]: () => {
        throw new TypeError('Failed to fetch')
      },
    })
    const { shell } = renderScreen(<AdminTabs />)
    const dialog = await openEditor()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))

    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'You are offline', tone: 'destructive' }]))
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  it('says why the picture at a given address was not loaded', async () => {
    const givenPicture = { address: 'https://example.org/a.jpg', failure: 'The server returned 404.' }
    const failed = { ...known, givenPicture }
    stubApi({ 'GET /api/podcasts': [failed], [`GET /api/podcast/${known.id}`]: failed })
    renderScreen(<AdminTabs />)
    expect(await screen.findByText('The cover could not be loaded. Edit to see why.')).toBeVisible()
    const dialog = await openEditor()

    expect(dialog.getByLabelText('Cover Image URL (optional)')).toHaveValue(givenPicture.address)
    expect(dialog.getByText('We could not load this picture. The server returned 404.')).toBeVisible()
  })

  it('gives advice about a picture, and refuses unsuitable ones', async () => {
    stubApi({ 'GET /api/podcasts': [known], [`GET /api/podcast/${known.id}`]: known })
    renderScreen(<AdminTabs />)
    const dialog = await openEditor()
    const pick = (name: string) => userEvent.upload(dialog.getByLabelText('Cover picture'), picture(name))

    await pick('100x100.png')
    expect(await dialog.findByText(/It needs 300 × 300 at least/)).toBeVisible()
    await pick('words.png')
    expect(await dialog.findByText('Please choose a JPEG, PNG or WebP picture.')).toBeVisible()
    await pick('800x600.png')
    expect(await dialog.findByText(/cropped to a centered square.*look blurred/)).toBeVisible()
    expect(dialog.getByRole('img', { name: 'Preview of the cropped picture' })).toBeVisible()
  })

  it('uploads the picture after the fields are saved, and shows the error of the server beside it', async () => {
    let isRefused = true
    const api = stubApi({
      'GET /api/podcasts': [known],
      [`GET /api/podcast/${known.id}`]: known,
      [`PATCH /api/podcast/${known.id}`]: known,
      [`POST ${cover}`]: () =>
        isRefused
          ? Response.json(
              {
                code: 'cover.unsupported_type',
                message: 'This picture could not be read.',
                fields: { cover: 'This picture could not be read.' },
                requestId: 'x',
              },
              { status: 415 },
            )
          : Response.json(uploaded, { status: 201 }),
    })
    const { shell } = renderScreen(<AdminTabs />)
    const dialog = await openEditor()
    await userEvent.upload(dialog.getByLabelText('Cover picture'), picture('1400x1400.png'))
    await dialog.findByText('1400 × 1400 pixels. The size is good.')
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByText('This picture could not be read.')).toBeVisible()

    isRefused = false
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST').map(({ path }) => path)).toEqual([cover, cover])
    expect(shell.toasts.at(-1)).toEqual({ title: 'Success', description: 'Podcast saved.' })
  })

  it('offers the artwork of a recording', async () => {
    const suggestions = { title: null, artist: null, album: null, hasArtwork: true }
    const file = mediaFile({ suggestions })
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1400, height: 1400 }))
    stubApi({
      'GET /api/podcasts': [known],
      [`GET /api/podcast/${known.id}`]: known,
      'GET /api/user/me/media': [file],
      [`GET /api/media/${file.id}/artwork`]: () => new Response('...', { headers: { 'content-type': 'image/jpeg' } }),
    })
    renderScreen(<AdminTabs />)
    const dialog = await openEditor()
    await userEvent.click(await dialog.findByRole('button', { name: 'Use the picture in first-talk.mp3' }))

    expect(await dialog.findByText('1400 × 1400 pixels. The size is good.')).toBeVisible()
  })

  it('removes an uploaded picture', async () => {
    const api = stubApi({
      'GET /api/podcasts': [uploaded],
      [`GET /api/podcast/${known.id}`]: uploaded,
      [`PATCH /api/podcast/${known.id}`]: uploaded,
      [`DELETE ${cover}`]: known,
    })
    renderScreen(<AdminTabs />)
    const dialog = await openEditor()
    expect(dialog.queryByLabelText('Cover Image URL (optional)')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))

    await waitFor(() => expect(api.callsOf('DELETE').map(({ path }) => path)).toEqual([cover]))
  })
})

describe('the list of podcasts', () => {
  const theirs = podcast({ id: sampleId(21), title: 'Market Day', hostId: sampleId(2), hostName: 'Kofi Mensah' })

  it('contains the podcasts of all hosts for admins, who cannot change those of others', async () => {
    stubApi({ 'GET /api/podcasts?scope=studio&limit=50': [theirs, known] })
    renderScreen(<AdminTabs />, { user: ADMIN })
    expect(await screen.findByText('Kofi Mensah')).toBeVisible()
    expect(screen.getByText('Ada Obi')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit The Long Table' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy the id of Market Day' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit Market Day' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete Market Day' })).toBeNull()
  })
})

describe('creating a podcast with a picture', () => {
  it('keeps the podcast when only its picture is refused, and shows a toast', async () => {
    stubApi({
      'GET /api/podcasts': [],
      'POST /api/podcasts': Response.json(known, { status: 201 }),
      [`POST ${cover}`]: Response.json(
        { code: 'cover.broken', message: 'This picture could not be read.', requestId: 'x' },
        { status: 422 },
      ),
    })
    const { shell } = renderScreen(<AdminTabs />)
    await userEvent.type(screen.getByLabelText('Title'), 'The Long Table')
    await userEvent.type(screen.getByLabelText('Description'), 'Talks over dinner.')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Culture')
    await userEvent.upload(screen.getByLabelText('Cover picture'), picture('1400x1400.png'))
    await screen.findByText('1400 × 1400 pixels. The size is good.')
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))

    await waitFor(() =>
      expect(shell.toasts).toMatchObject([
        {
          title: 'Podcast created, without its picture',
          description: 'This picture could not be read. You can edit the podcast to try again.',
        },
      ]),
    )
  })
})

describe('deleting a podcast', () => {
  it('lists the episodes that will be deleted', async () => {
    const podcasts = [known]
    const api = stubApi({
      'GET /api/podcasts': () => podcasts,
      [`GET /api/podcast/${known.id}/episodes`]: [episode()],
      [`DELETE /api/podcast/${known.id}`]: () => {
        podcasts.pop()
        return { id: known.id }
      },
    })
    renderScreen(<AdminTabs />)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete The Long Table' }))
    expect(await screen.findByText('Salt and Memory')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(api.callsOf('DELETE')).toEqual([])

    await userEvent.click(screen.getByRole('button', { name: 'Delete The Long Table' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(api.callsOf('DELETE').map(({ path }) => path)).toEqual([`/api/podcast/${known.id}?confirm=true`]),
    )
    expect(await screen.findByText(/No podcasts created yet/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
