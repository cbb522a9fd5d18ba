import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { answers, at, busy } from '../testing/given-episodes.ts'
import { episode, mediaFile, sampleId } from '../testing/samples.ts'
import { AdminTabs } from './admin-tabs.tsx'

let events: ReturnType<typeof stubEventSource>
beforeEach(() => {
  events = stubEventSource()
})
afterEach(() => vi.unstubAllGlobals())

const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent)
const fillIn = async () => {
  await userEvent.type(screen.getByLabelText('Title'), 'Salt and Memory')
  await userEvent.type(screen.getByLabelText('Description'), 'The first one.')
  await screen.findByRole('option', { name: 'The Long Table' })
  await userEvent.selectOptions(screen.getByLabelText('Podcast'), 'The Long Table')
  await waitFor(() => expect(screen.getByLabelText('Episode Number')).toHaveValue(8))
}
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create Episode' }))

describe('creating an episode', () => {
  it('lists missing fields', async () => {
    stubApi({ 'GET /api/podcasts': [], 'GET /api/episodes': [], 'GET /api/user/me/media': [] })
    renderScreen(<AdminTabs />, at)
    expect(await screen.findByText('No episodes created yet. Create your first episode to get started.')).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Episode Number'))
    await create()

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

  it('fills in the duration of the audio and the next number', async () => {
    const api = stubApi(answers())
    const { shell } = renderScreen(<AdminTabs />, at)
    await fillIn()
    expect(screen.getByText('Listeners see it, but cannot play it until it has audio.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'first-talk.mp3 · 2:05')
    expect(screen.getByLabelText('Duration (seconds)')).toHaveValue(125)
    expect(screen.queryByText('Listeners see it, but cannot play it until it has audio.')).toBeNull()
    await create()

    await waitFor(() =>
      expect(shell.toasts).toEqual([{ title: 'Success', description: 'Episode created successfully!' }]),
    )
    expect(api.callsOf('POST')[0]?.body).toEqual({
      title: 'Salt and Memory',
      description: 'The first one.',
      podcastId: sampleId(20),
      audioFileId: sampleId(10),
      duration: 125,
      episodeNumber: 8,
      status: 'published',
      publishAt: null,
    })
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''))
  })

  it('offers the title in the tags of a recording', async () => {
    const suggestions = { title: 'Live from the quay', artist: null, album: null, hasArtwork: false }
    stubApi(answers({ 'GET /api/user/me/media': [mediaFile({ suggestions })] }))
    renderScreen(<AdminTabs />, at)
    await screen.findByRole('option', { name: 'first-talk.mp3 · 2:05' })
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'first-talk.mp3 · 2:05')
    await userEvent.click(screen.getByRole('button', { name: 'Use this title' }))

    expect(screen.getByLabelText('Title')).toHaveValue('Live from the quay')
    expect(screen.queryByRole('button', { name: 'Use this title' })).toBeNull()
  })

  it('counts unpublished episodes for the next number', async () => {
    const api = stubApi(answers())
    renderScreen(<AdminTabs />, at)
    await fillIn()

    expect(api.calls.map(({ path }) => path)).toContain(
      `/api/podcast/${sampleId(20)}/episodes?include=unpublished&limit=100`,
    )
  })

  it('accepts audio that is being processed, and fills in its duration when it is ready', async () => {
    const waiting = episode({ status: 'when_ready', audioFileId: busy.id })
    const api = stubApi(answers({ 'POST /api/episodes': Response.json(waiting, { status: 201 }) }))
    const { shell } = renderScreen(<AdminTabs />, at)
    await fillIn()
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'busy.wav · being processed')
    expect(screen.getByLabelText(/As soon as its audio is ready/)).toBeChecked()
    await create()

    await waitFor(() =>
      expect(shell.toasts).toMatchObject([
        { description: 'Episode created successfully! It is published as soon as its audio is ready.' },
      ]),
    )
    expect(api.callsOf('POST')[0]?.body).toMatchObject({ status: 'when_ready', audioFileId: busy.id })
  })

  it('publishes at once if the audio becomes ready while the form is open', async () => {
    const api = stubApi(answers())
    renderScreen(<AdminTabs />, at)
    await fillIn()
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'busy.wav · being processed')
    act(() => events.send('media', { ...busy, status: 'ready', duration: 64 }))
    await waitFor(() => expect(screen.getByLabelText('Duration (seconds)')).toHaveValue(64))
    await create()

    await waitFor(() => expect(api.callsOf('POST')[0]?.body).toMatchObject({ status: 'published', duration: 64 }))
  })

  it('saves a draft, or schedules an episode with a required time', async () => {
    const api = stubApi(answers())
    renderScreen(<AdminTabs />, at)
    await fillIn()
    await userEvent.type(screen.getByLabelText('Duration (seconds)'), '60')
    await userEvent.click(screen.getByLabelText('At a time'))
    await create()
    await waitFor(() => expect(alerts()).toEqual(['Please choose when to publish it.']))

    await userEvent.type(screen.getByLabelText('Publish at'), '2099-01-01T10:00')
    await create()
    await waitFor(() =>
      expect(api.callsOf('POST')[0]?.body).toMatchObject({
        status: 'scheduled',
        publishAt: new Date('2099-01-01T10:00').toISOString(),
      }),
    )
  })

  it('shows field errors of the server beside the fields', async () => {
    const sentence = 'Please choose a time to come, within the next two years.'
    stubApi(answers({ 'POST /api/episodes': failure(400, sentence, { publishAt: sentence }) }))
    const { shell } = renderScreen(<AdminTabs />, at)
    await fillIn()
    await userEvent.type(screen.getByLabelText('Duration (seconds)'), '60')
    await userEvent.click(screen.getByLabelText('At a time'))
    await userEvent.type(screen.getByLabelText('Publish at'), '2099-01-01T10:00')
    await create()

    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('Salt and Memory')
    expect(shell.toasts).toEqual([{ title: 'Error', description: 'Failed to create episode', tone: 'destructive' }])
  })
})
