import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { episode, mediaFile, podcast, sampleId } from '../testing/samples.ts'
import { AdminScreen } from './admin-screen.tsx'

beforeEach(() => void stubEventSource())
afterEach(() => vi.unstubAllGlobals())

const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent)

describe('creating a podcast', () => {
  it('says what is missing, and sends nothing', async () => {
    const api = stubApi({ 'GET /api/podcasts': [] })
    renderScreen(<AdminScreen />)
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

  it('adds it to the list and empties the form', async () => {
    const podcasts = [podcast({ id: sampleId(21), title: 'Other' })]
    const api = stubApi({
      'GET /api/podcasts': () => podcasts,
      'POST /api/podcasts': () => {
        podcasts.unshift(podcast())
        return podcast()
      },
    })
    const { shell } = renderScreen(<AdminScreen />)
    await userEvent.type(screen.getByLabelText('Title'), 'The Long Table')
    await userEvent.type(screen.getByLabelText('Description'), 'Talks over dinner.')
    await userEvent.type(screen.getByLabelText('Host Name'), 'Ada Obi')
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
      coverImage: null,
    })
    expect(screen.getByLabelText('Title')).toHaveValue('')
    expect(shell.toasts).toEqual([{ title: 'Success', description: 'Podcast created successfully!' }])
  })

  it('keeps what was typed when the server refuses, and shows its words at the field', async () => {
    stubApi({
      'GET /api/podcasts': [],
      'POST /api/podcasts': failure(400, 'Please look again.', { title: 'That title is taken.' }),
    })
    const { shell } = renderScreen(<AdminScreen />)
    expect(await screen.findByText('No podcasts created yet. Create your first podcast to get started.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Title'), 'Taken')
    await userEvent.type(screen.getByLabelText('Description'), 'x')
    await userEvent.type(screen.getByLabelText('Host Name'), 'x')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'News')
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))

    expect(await screen.findByText('That title is taken.')).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('Taken')
    expect(shell.toasts).toEqual([{ title: 'Error', description: 'Failed to create podcast', tone: 'destructive' }])
  })
})

describe('creating an episode', () => {
  const at = { at: '/admin?tab=episodes' }

  it('says what is missing', async () => {
    stubApi({ 'GET /api/podcasts': [], 'GET /api/episodes': [], 'GET /api/user/me/media': [] })
    renderScreen(<AdminScreen />, at)
    expect(await screen.findByText('No episodes created yet. Create your first episode to get started.')).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Episode Number'))
    await userEvent.click(screen.getByRole('button', { name: 'Create Episode' }))

    await waitFor(() =>
      expect(alerts()).toEqual([
        'Title is required',
        'Description is required',
        'Podcast is required',
        'Duration is required',
        'Episode number is required',
      ]),
    )
  })

  it('fills the duration from the audio and proposes the next number', async () => {
    // Media tells catalog a moment later.
    const looks = [episode(), episode({ audioFileId: sampleId(10), audioUrl: '/api/media/10/stream' })]
    const api = stubApi({
      'GET /api/podcasts': [podcast()],
      'GET /api/episodes': [],
      'GET /api/user/me/media': [mediaFile(), mediaFile({ id: sampleId(11), status: 'processing', duration: null })],
      [`GET /api/podcast/${sampleId(20)}/episodes`]: [episode({ episodeNumber: 7 }), episode({ episodeNumber: 3 })],
      'POST /api/episodes': Response.json(episode(), { status: 201 }),
      [`GET /api/episode/${sampleId(30)}`]: () => looks.shift(),
    })
    const { shell } = renderScreen(<AdminScreen />, at)
    await userEvent.type(screen.getByLabelText('Title'), 'Salt and Memory')
    await userEvent.type(screen.getByLabelText('Description'), 'The first one.')
    await screen.findByRole('option', { name: 'The Long Table' })
    await userEvent.selectOptions(screen.getByLabelText('Podcast'), 'The Long Table')
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'first-talk.mp3 · 2:05')

    await waitFor(() => expect(screen.getByLabelText('Episode Number')).toHaveValue(8))
    expect(screen.getByLabelText('Duration (seconds)')).toHaveValue(125)
    expect(screen.getAllByRole('option', { name: /first-talk/ })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Create Episode' }))

    await waitFor(() => expect(shell.toasts).toMatchObject([{ description: 'Episode created successfully!' }]))
    expect(api.callsOf('POST')[0]?.body).toEqual({
      title: 'Salt and Memory',
      description: 'The first one.',
      podcastId: sampleId(20),
      audioFileId: sampleId(10),
      duration: 125,
      episodeNumber: 8,
    })
    expect(looks).toEqual([])
  })

  it('lists five, and all when asked', async () => {
    const episodes = Array.from({ length: 7 }, (_, at) =>
      episode({ id: sampleId(30 + at), title: `Part ${at + 1}`, episodeNumber: at + 1 }),
    )
    stubApi({ 'GET /api/podcasts': [], 'GET /api/episodes': episodes, 'GET /api/user/me/media': [] })
    renderScreen(<AdminScreen />, at)
    const list = await screen.findByRole('region', { name: 'Recent Episodes' })
    await within(list).findByText('Part 1')
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    expect(within(list).getByText('The Long Table · Episode 1 · 2:05')).toBeVisible()

    await userEvent.click(within(list).getByRole('button', { name: 'Show all 7' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(7)
  })
})

describe('creating a creator profile', () => {
  const at = { at: '/admin?tab=creators' }

  it('says what is missing, and where profiles will appear', async () => {
    stubApi({ 'GET /api/creators': [] })
    renderScreen(<AdminScreen />, at)
    expect(await screen.findByText('Creator profiles will appear here once you create them.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Create Creator Profile' }))
    await waitFor(() => expect(alerts()).toEqual(['Name is required', 'Bio is required']))
  })

  it('says what is wrong with a link', async () => {
    const api = stubApi({ 'GET /api/creators': [] })
    renderScreen(<AdminScreen />, at)
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
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

  it('sends the links that were given', async () => {
    const api = stubApi({ 'GET /api/creators': [], 'POST /api/creators': Response.json({}, { status: 201 }) })
    const { shell } = renderScreen(<AdminScreen />, at)
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
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

describe('media in Admin', () => {
  it('points to Upload when there is none', async () => {
    stubApi({ 'GET /api/user/me/media': [] })
    renderScreen(<AdminScreen />, { at: '/admin?tab=media' })
    expect(
      await screen.findByText('No media files uploaded yet. Visit the Upload page to add audio files.'),
    ).toBeVisible()
  })
})
