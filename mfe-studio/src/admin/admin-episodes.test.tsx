import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { episode, mediaFile, sampleId } from '../testing/samples.ts'
import { AdminScreen } from './admin-screen.tsx'
import { answers, at, busy } from './given-episodes.ts'

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
  it('says what is missing', async () => {
    stubApi({ 'GET /api/podcasts': [], 'GET /api/episodes': [], 'GET /api/user/me/media': [] })
    renderScreen(<AdminScreen />, at)
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

  it('fills the duration from the audio and proposes the next number', async () => {
    const api = stubApi(answers())
    const { shell } = renderScreen(<AdminScreen />, at)
    await fillIn()
    expect(screen.getByText('Listeners see it, and hear nothing until it has audio.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'first-talk.mp3 · 2:05')
    expect(screen.getByLabelText('Duration (seconds)')).toHaveValue(125)
    expect(screen.queryByText('Listeners see it, and hear nothing until it has audio.')).toBeNull()
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

  it('offers the title that a recording brings along', async () => {
    const suggestions = { title: 'Live from the quay', artist: null, album: null, hasArtwork: false }
    stubApi(answers({ 'GET /api/user/me/media': [mediaFile({ suggestions })] }))
    renderScreen(<AdminScreen />, at)
    await screen.findByRole('option', { name: 'first-talk.mp3 · 2:05' })
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'first-talk.mp3 · 2:05')
    await userEvent.click(screen.getByRole('button', { name: 'Use this title' }))

    expect(screen.getByLabelText('Title')).toHaveValue('Live from the quay')
    expect(screen.queryByRole('button', { name: 'Use this title' })).toBeNull()
  })

  it('counts what is not published yet when it proposes a number', async () => {
    const api = stubApi(answers())
    renderScreen(<AdminScreen />, at)
    await fillIn()

    expect(api.calls.map(({ path }) => path)).toContain(
      `/api/podcast/${sampleId(20)}/episodes?include=unpublished&limit=1`,
    )
  })

  it('waits for audio that is being processed, and takes its length when it comes', async () => {
    const waiting = episode({ status: 'when_ready', audioFileId: busy.id })
    const api = stubApi(answers({ 'POST /api/episodes': Response.json(waiting, { status: 201 }) }))
    const { shell } = renderScreen(<AdminScreen />, at)
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

  it('publishes at once when the audio gets ready while somebody types', async () => {
    const api = stubApi(answers())
    renderScreen(<AdminScreen />, at)
    await fillIn()
    await userEvent.selectOptions(screen.getByLabelText('Audio File (optional)'), 'busy.wav · being processed')
    act(() => events.send('media', { ...busy, status: 'ready', duration: 64 }))
    await waitFor(() => expect(screen.getByLabelText('Duration (seconds)')).toHaveValue(64))
    await create()

    await waitFor(() => expect(api.callsOf('POST')[0]?.body).toMatchObject({ status: 'published', duration: 64 }))
  })

  it('keeps a draft, or plans a time, which it asks for', async () => {
    const api = stubApi(answers())
    renderScreen(<AdminScreen />, at)
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

  it('shows beside a field what the server says of it', async () => {
    const sentence = 'Please choose a time to come, within the next two years.'
    stubApi(answers({ 'POST /api/episodes': failure(400, sentence, { publishAt: sentence }) }))
    const { shell } = renderScreen(<AdminScreen />, at)
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
