import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EPISODE_ID, episode, heard, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { EpisodeScreen } from './episode-screen.tsx'

const PLACE = { at: `/episode/${EPISODE_ID}`, path: '/episode/:id' }
const HISTORY = 'GET /api/user/me/listening-history'
const FULL = {
  [`GET /api/episode/${EPISODE_ID}`]: episode(),
  [`GET /api/podcast/${PODCAST_ID}`]: podcast(),
  [HISTORY]: [] as unknown[],
  'GET /api/user/me/favorites': [],
}

afterEach(() => vi.unstubAllGlobals())

describe('an episode', () => {
  it('tells its show, number, length and date', async () => {
    stubApi(FULL)
    renderScreen(<EpisodeScreen />, PLACE)

    expect(await screen.findByRole('heading', { level: 1, name: 'Salt and Memory' })).toBeVisible()
    expect(screen.getAllByText('10:00')[0]).toBeVisible()
    expect(screen.getByText('Nov 2, 2026')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View Podcast' })).toHaveAttribute('href', `/podcast/${PODCAST_ID}`)
    expect(screen.queryByText('Listened')).toBeNull()
  })

  it('plays in the shell, and its slider moves the sound', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    const play = await screen.findByRole('button', { name: 'Play' })
    await waitFor(() => expect(play).toBeEnabled())
    await userEvent.click(play)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID }, podcast: { id: PODCAST_ID } }])

    fireEvent.change(screen.getByRole('slider'), { target: { value: '50' } })
    expect(shell.playerState.get().position).toBe(300)
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '5 minutes of 10 minutes')
    expect(screen.getByText('50% listened')).toBeVisible()
  })

  it('goes on where it was left, and a shared moment stands over that', async () => {
    stubApi({ ...FULL, [HISTORY]: [heard()] })
    const { unmount } = renderScreen(<EpisodeScreen />, PLACE)
    expect(await screen.findByRole('button', { name: 'Continue at 4:00' })).toBeVisible()
    unmount()

    const { shell } = renderScreen(<EpisodeScreen />, { ...PLACE, at: `${PLACE.at}?t=90` })
    const button = await screen.findByRole('button', { name: 'Play from 1:30' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    expect(shell.loaded[0]?.startAt).toBe(90)
  })

  it('plays from a moment that its creator names, and leads to addresses', async () => {
    const description = '4:05 The bakery\nMore at https://example.org/bread.'
    stubApi({ ...FULL, [`GET /api/episode/${EPISODE_ID}`]: episode({ description }) })
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    const moment = await screen.findByRole('button', { name: 'Play from 4 minutes 5 seconds' })
    await userEvent.click(moment)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID }, startAt: 245 }])
    act(() => shell.api.player.seek(300))
    await userEvent.click(moment)
    expect(shell.playerState.get().position).toBe(245)
    expect(screen.getByRole('link', { name: 'https://example.org/bread' })).toHaveAttribute(
      'href',
      'https://example.org/bread',
    )
  })

  it('leads to the episodes before and after it', async () => {
    stubApi({
      ...FULL,
      [`GET /api/episode/${EPISODE_ID}/neighbours`]: {
        previous: episode({ id: sampleId(31), episodeNumber: 1, title: 'First' }),
        next: episode({ id: sampleId(32), episodeNumber: 3, title: 'Third' }),
      },
    })
    renderScreen(<EpisodeScreen />, PLACE)
    expect(await screen.findByRole('link', { name: 'Previous episode First' })).toHaveAttribute(
      'href',
      `/episode/${sampleId(31)}`,
    )
    expect(screen.getByRole('link', { name: 'Next episode Third' })).toHaveAttribute('href', `/episode/${sampleId(32)}`)
  })

  it('can be queued', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    await userEvent.click(await screen.findByRole('button', { name: 'Add to queue' }))
    expect(screen.getByRole('button', { name: 'In queue' })).toHaveAttribute('aria-pressed', 'true')
    expect(shell.api.player.queue.state.get()).toHaveLength(1)
  })

  it('shares the moment that sounds', async () => {
    stubApi(FULL)
    const user = userEvent.setup()
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    await screen.findByRole('button', { name: 'Share' })
    await act(() => shell.api.player.load({ episode: episode(), podcast: podcast(), startAt: 75.4 }))
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain(`/episode/${EPISODE_ID}?t=75`))
  })

  it('can be marked as played, in a new entry or the one that is there', async () => {
    let entries: unknown[] = []
    const api = stubApi({
      ...FULL,
      [HISTORY]: () => entries,
      'POST /api/listening-history': () => {
        entries = [heard({ completed: true, progress: 100, earnedPoints: 10 })]
        return Response.json(entries[0], { status: 201 })
      },
    })
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as played' }))

    expect(await screen.findByText('Listened')).toBeVisible()
    expect(api.callsOf('POST')[0]?.body).toEqual({
      episodeId: EPISODE_ID,
      podcastId: PODCAST_ID,
      progress: 100,
      completed: true,
    })
    expect(shell.toasts).toEqual([
      { title: 'Progress Saved', description: 'Your listening progress has been recorded.' },
    ])
    expect(screen.queryByRole('button', { name: 'Mark as played' })).toBeNull()
  })

  it('updates the entry that is there', async () => {
    const api = stubApi({
      ...FULL,
      [HISTORY]: [heard()],
      [`PUT /api/listening-history/${sampleId(40)}`]: heard({ completed: true }),
    })
    renderScreen(<EpisodeScreen />, PLACE)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as played' }))
    await waitFor(() => expect(api.callsOf('PUT')[0]?.body).toEqual({ progress: 100, completed: true }))
  })

  it('says when the audio is not there, the episode is not there, or nothing answers', async () => {
    stubApi({ ...FULL, [`GET /api/episode/${EPISODE_ID}`]: episode({ audioUrl: null }), [HISTORY]: [] })
    const silent = renderScreen(<EpisodeScreen />, PLACE)
    expect(await screen.findByText(/The audio of this episode is not here yet/)).toBeVisible()
    expect(await screen.findByText('Not started yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark as played' })).toBeNull()
    silent.unmount()

    const missing = renderScreen(<EpisodeScreen />, { ...PLACE, at: '/episode/nothing' })
    expect(await screen.findByRole('heading', { name: 'Episode Not Found' })).toBeVisible()
    missing.unmount()

    stubApi({ [`GET /api/episode/${EPISODE_ID}`]: failure(502, 'Down.') })
    renderScreen(<EpisodeScreen />, PLACE)
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
