import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EPISODE_ID, episode, historyEntry, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { EpisodeScreen } from './episode-screen.tsx'

const PLACE = { at: `/episode/${EPISODE_ID}`, path: '/episode/:id' }
const HISTORY = 'GET /api/user/me/listening-history'
const FULL = {
  [`GET /api/episode/${EPISODE_ID}`]: episode(),
  [`GET /api/podcast/${PODCAST_ID}`]: podcast(),
  [HISTORY]: [] as unknown[],
  'GET /api/user/me/saved-episodes': [],
}

afterEach(() => vi.unstubAllGlobals())

describe('an episode', () => {
  it('shows podcast, number, duration and date', async () => {
    stubApi(FULL)
    renderScreen(<EpisodeScreen />, PLACE)

    expect(await screen.findByRole('heading', { level: 1, name: 'Salt and Memory' })).toBeVisible()
    expect(screen.getAllByText('10:00')[0]).toBeVisible()
    expect(screen.getByText('Nov 2, 2026')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View Podcast' })).toHaveAttribute('href', `/podcast/${PODCAST_ID}`)
    expect(screen.queryByText('Listened')).toBeNull()
  })

  it('plays in the shell, and the slider seeks', async () => {
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

  it('saves the episode by its heart, not the podcast', async () => {
    const saved = { id: sampleId(51), userId: sampleId(1), episodeId: EPISODE_ID, podcastId: PODCAST_ID }
    let list: unknown[] = []
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/saved-episodes': () => list,
      'POST /api/saved-episode': () => {
        list = [{ ...saved, createdAt: '2026-11-02T10:00:00Z' }]
        return list[0]
      },
      [`DELETE /api/saved-episode/${saved.id}`]: () => {
        list = []
        return new Response(null, { status: 204 })
      },
    })
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    const heart = await screen.findByRole('button', { name: 'Favorite', pressed: false })
    await waitFor(() => expect(heart).toBeEnabled())
    await userEvent.click(heart)
    await userEvent.click(await screen.findByRole('button', { name: 'Favorited', pressed: true }))
    await screen.findByRole('button', { name: 'Favorite', pressed: false })
    expect(shell.toasts).toEqual([{ title: 'Added to Favorites' }, { title: 'Removed from Favorites' }])
    expect(api.callsOf('POST')).toMatchObject([{ body: { episodeId: EPISODE_ID } }])
  })

  it('resumes at the stored position; the time of a shared link overrides it', async () => {
    stubApi({ ...FULL, [HISTORY]: [historyEntry()] })
    const { unmount } = renderScreen(<EpisodeScreen />, PLACE)
    expect(await screen.findByRole('button', { name: 'Continue at 4:00' })).toBeVisible()
    unmount()

    const { shell } = renderScreen(<EpisodeScreen />, { ...PLACE, at: `${PLACE.at}?t=90` })
    const button = await screen.findByRole('button', { name: 'Play from 1:30' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    expect(shell.loaded[0]?.startAt).toBe(90)
  })

  it('offers the time of a shared link also for the restored episode, until it plays', async () => {
    stubApi({ ...FULL, [HISTORY]: [historyEntry()] })
    const { shell } = renderScreen(<EpisodeScreen />, { ...PLACE, at: `${PLACE.at}?t=90` })
    const restored = { episode: episode(), podcast: podcast(), position: 240, duration: 600 }
    act(() => shell.playerState.set({ ...shell.playerState.get(), ...restored, status: 'paused' }))
    const button = await screen.findByRole('button', { name: 'Play from 1:30' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    expect(shell.playerState.get()).toMatchObject({ status: 'playing', position: 90 })

    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    act(() => shell.api.player.seek(95))
    await userEvent.click(screen.getByRole('button', { name: 'Play' }))
    expect(shell.playerState.get()).toMatchObject({ status: 'playing', position: 95 })
  })

  it('plays from a time in the description and opens its links', async () => {
    const description = '4:05 The bakery\nMore at https://example.org/bread.'
    stubApi({ ...FULL, [`GET /api/episode/${EPISODE_ID}`]: episode({ description }) })
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    const moment = await screen.findByRole('button', { name: /play from 4 minutes 5 seconds$/ })
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

  it('links to the previous and the next episode', async () => {
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

  it('adds the episode to the queue', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    await userEvent.click(await screen.findByRole('button', { name: 'Add to queue' }))
    expect(screen.getByRole('button', { name: 'In queue' })).toHaveAttribute('aria-pressed', 'true')
    expect(shell.api.player.queue.state.get()).toHaveLength(1)
  })

  it('shows the actions of other modules: pages, and commands that may fail', async () => {
    stubApi(FULL)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    const run = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('a bug'))
    shell.commands['charts.add'] = run
    act(() =>
      shell.actions.set([
        { id: 'charts.open', on: 'episode', label: 'Open charts', path: '/charts' },
        { id: 'charts.one', on: 'episode', label: 'Chart', icon: 'chart-line', path: '/charts/:id' },
        { id: 'charts.add', on: 'episode', label: 'Add to charts', icon: 'star', command: 'charts.add' },
        { id: 'moon.paint', on: 'episode', label: 'Paint', command: 'moon.paint' },
        { id: 'charts.show', on: 'podcast', label: 'Only on podcasts', path: '/charts' },
      ]),
    )

    expect(await screen.findByRole('link', { name: 'Open charts' })).toHaveAttribute(
      'href',
      `/charts?episode=${EPISODE_ID}`,
    )
    expect(screen.getByRole('link', { name: 'Chart' })).toHaveAttribute('href', `/charts/${EPISODE_ID}`)
    expect(screen.queryByText('Only on podcasts')).toBeNull()
    const add = screen.getByRole('button', { name: 'Add to charts' })
    await waitFor(() => expect(add.querySelector('svg')).toHaveClass('lucide-star'))

    await userEvent.click(add)
    expect(run).toHaveBeenCalledWith({ episodeId: EPISODE_ID, podcastId: PODCAST_ID })
    expect(shell.toasts).toEqual([])
    await userEvent.click(add)
    await userEvent.click(screen.getByRole('button', { name: 'Paint' }))
    await waitFor(() =>
      expect(shell.toasts).toEqual([
        { title: '“Add to charts” did not work', description: 'Please try again.', tone: 'destructive' },
        {
          title: '“Paint” did not work',
          description: 'This is unavailable right now. Please try again later.',
          tone: 'destructive',
        },
      ]),
    )
  })

  it('shows no actions in a shell that has none', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    Object.assign(shell.api, { contributedActions: undefined })
    expect(await screen.findByRole('button', { name: 'Share' })).toBeVisible()
  })

  it('shares the current position', async () => {
    stubApi(FULL)
    const user = userEvent.setup()
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    await screen.findByRole('button', { name: 'Share' })
    await act(() => shell.api.player.load({ episode: episode(), podcast: podcast(), startAt: 75.4 }))
    await user.click(screen.getByRole('button', { name: 'Share' }))
    const address = `/listen/${PODCAST_ID}/${EPISODE_ID}?t=75`
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain(address))
  })

  it('offers the code of an embed with its preview', async () => {
    stubApi(FULL)
    const user = userEvent.setup()
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    await user.click(await screen.findByRole('button', { name: 'Embed' }))
    const code = `<iframe src="http://localhost:3000/embed/${EPISODE_ID}?theme=dark"`
    await user.selectOptions(await screen.findByLabelText('Theme'), 'Dark')
    expect(screen.getByTitle(/^Preview of/)).toHaveAttribute('src', `/embed/${EPISODE_ID}?theme=dark`)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Code').value).toContain(code)
    await user.click(screen.getByRole('button', { name: 'Copy the code' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'Code Copied' }]))
    expect(await navigator.clipboard.readText()).toContain(code)
  })

  it('marks the episode as played in a new history entry', async () => {
    let entries: unknown[] = []
    const api = stubApi({
      ...FULL,
      [HISTORY]: () => entries,
      'POST /api/listening-history': () => {
        entries = [historyEntry({ completed: true, progress: 100, earnedPoints: 10 })]
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

  it('marks the episode as played if playback has created its history entry since', async () => {
    let entries: unknown[] = []
    const api = stubApi({
      ...FULL,
      [HISTORY]: () => entries,
      'POST /api/listening-history': historyEntry(),
      [`PUT /api/listening-history/${sampleId(40)}`]: () => {
        entries = [historyEntry({ completed: true, progress: 100 })]
        return entries[0]
      },
    })
    renderScreen(<EpisodeScreen />, PLACE)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as played' }))
    expect(await screen.findByText('Listened')).toBeVisible()
    expect(api.callsOf('PUT')).toHaveLength(1)
  })

  it('marks the episode as unplayed, and moves the player to its start', async () => {
    let entries = [historyEntry({ completed: true, progress: 100 })]
    const api = stubApi({
      ...FULL,
      [HISTORY]: () => entries,
      [`PUT /api/listening-history/${sampleId(40)}`]: () => {
        entries = [historyEntry({ completed: false, progress: 0, positionSeconds: 0 })]
        return entries[0]
      },
    })
    const { shell } = renderScreen(<EpisodeScreen />, PLACE)
    await act(() => shell.api.player.load({ episode: episode(), podcast: podcast(), startAt: 590 }))
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as unplayed' }))
    expect(await screen.findByRole('button', { name: 'Mark as played' })).toBeVisible()
    expect(api.callsOf('PUT')[0]?.body).toEqual({ progress: 0, completed: false, unplayed: true })
    expect(shell.playerState.get().position).toBe(0)
    expect(shell.toasts).toEqual([{ title: 'Marked as unplayed' }])
  })

  it('marks the episode as played in its existing history entry', async () => {
    const api = stubApi({
      ...FULL,
      [HISTORY]: [historyEntry()],
      [`PUT /api/listening-history/${sampleId(40)}`]: historyEntry({ completed: true }),
    })
    renderScreen(<EpisodeScreen />, PLACE)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as played' }))
    await waitFor(() => expect(api.callsOf('PUT')[0]?.body).toEqual({ progress: 100, completed: true }))
  })

  it('shows the states without audio, without episode and without response', async () => {
    stubApi({ ...FULL, [`GET /api/episode/${EPISODE_ID}`]: episode({ audioUrl: null }), [HISTORY]: [] })
    const silent = renderScreen(<EpisodeScreen />, PLACE)
    expect(await screen.findByText(/The audio of this episode is not available yet/)).toBeVisible()
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
