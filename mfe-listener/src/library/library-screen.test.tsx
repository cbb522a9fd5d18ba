import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EPISODE_ID, episode, historyEntry, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { refetchAfterListening } from './api.ts'
import { LibraryScreen } from './library-screen.tsx'

const FULL = {
  'GET /api/user/me/library-counts': { favorites: 1, listened: 2, completed: 1 },
  'GET /api/user/me/favorites': [
    { id: sampleId(50), userId: sampleId(1), podcastId: PODCAST_ID, createdAt: '2026-11-02T10:00:00Z' },
  ],
  'GET /api/user/me/saved-episodes': [],
  'GET /api/user/me/listening-history': [
    historyEntry({ earnedPoints: 0 }),
    historyEntry({ id: sampleId(41), episodeId: sampleId(31), completed: true, progress: 100, earnedPoints: 10 }),
  ],
  'GET /api/podcasts': [podcast()],
  'GET /api/episodes': [episode(), episode({ id: sampleId(31), title: 'Bread' })],
}

afterEach(() => vi.unstubAllGlobals())

describe('the library', () => {
  it('shows counts, favorites and links to continue', async () => {
    stubApi(FULL)
    renderScreen(<LibraryScreen />)

    expect(await screen.findByRole('link', { name: 'Continue: Salt and Memory' })).toHaveAttribute(
      'href',
      `/episode/${EPISODE_ID}`,
    )
    expect(screen.getByRole('link', { name: 'Listen Again: Bread' })).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Progress in Salt and Memory' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    )
    expect(screen.getByText('+10 points')).toBeVisible()
    expect(screen.queryByText('+0 points')).toBeNull()
    expect(await screen.findByRole('link', { name: /The Long Table/ })).toHaveAttribute(
      'href',
      `/podcast/${PODCAST_ID}`,
    )
    await waitFor(() => expect(screen.getByText('Listened').closest('div')?.textContent).toContain('2'))
  })

  it('loads all rows of a list in one request each, up to the last page', async () => {
    const link = { link: '</api/user/me/listening-history?cursor=abc>; rel="next"' }
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/listening-history': () => Response.json([historyEntry()], { headers: link }),
      'GET /api/user/me/listening-history?limit=20&cursor=abc': [
        historyEntry({ id: sampleId(41), episodeId: sampleId(31) }),
      ],
    })
    renderScreen(<LibraryScreen />)
    await screen.findByRole('link', { name: 'Continue: Salt and Memory' })
    await screen.findByRole('link', { name: /The Long Table/ })
    const calls = (path: string) => api.calls.filter((made) => made.path.startsWith(path)).length
    expect([calls('/api/episodes'), calls('/api/podcasts'), calls('/api/episode/'), calls('/api/podcast/')]).toEqual([
      1, 1, 0, 0,
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'Continue: Bread' })).toBeVisible()
  })

  it('shows an episode after its session has ended, with or without points', async () => {
    let entries = [historyEntry()]
    stubApi({ ...FULL, 'GET /api/user/me/listening-history': () => entries })
    const { shell } = renderScreen(<LibraryScreen />)
    refetchAfterListening(shell.api)
    await screen.findByRole('link', { name: 'Continue: Salt and Memory' })

    entries = [historyEntry({ completed: true, progress: 100, earnedPoints: 10 })]
    act(() => shell.api.events.emit('listening.ended', { episodeId: EPISODE_ID }))
    expect(await screen.findByRole('link', { name: 'Listen Again: Salt and Memory' })).toBeVisible()
  })

  it('removes an entry from the history', async () => {
    let entries = [historyEntry()]
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/listening-history': () => entries,
      [`DELETE /api/listening-history/${sampleId(40)}`]: () => {
        entries = []
        return new Response(null, { status: 204 })
      },
    })
    const { shell } = renderScreen(<LibraryScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from history: Salt and Memory' }))
    expect(await screen.findByText('No listening history yet')).toBeVisible()
    expect(api.callsOf('DELETE')).toHaveLength(1)
    expect(shell.toasts[0]?.title).toBe('Removed from History')
  })

  it('marks an entry as played', async () => {
    let entries = [historyEntry()]
    stubApi({
      ...FULL,
      'GET /api/user/me/listening-history': () => entries,
      [`PUT /api/listening-history/${sampleId(40)}`]: () => {
        entries = [historyEntry({ completed: true, progress: 100 })]
        return entries[0]
      },
    })
    renderScreen(<LibraryScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as played: Salt and Memory' }))
    expect(await screen.findByRole('link', { name: 'Listen Again: Salt and Memory' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Mark as played/ })).toBeNull()
  })

  it('keeps the entry if the server refuses', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    stubApi({ ...FULL, [`DELETE /api/listening-history/${sampleId(40)}`]: failure(503, 'Not now.') })
    const { shell } = renderScreen(<LibraryScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from history: Salt and Memory' }))
    await expect.poll(() => shell.toasts[0]?.title).toBe('That did not work')
    expect(screen.getByRole('link', { name: 'Continue: Salt and Memory' })).toBeVisible()
    vi.restoreAllMocks()
  })

  it('explains what to do while the library is empty', async () => {
    stubApi({
      'GET /api/user/me/favorites': [],
      'GET /api/user/me/saved-episodes': [],
      'GET /api/user/me/listening-history': [],
    })
    renderScreen(<LibraryScreen />)
    expect(await screen.findByText('No favorites yet')).toBeVisible()
    expect(await screen.findByText('No saved episodes yet')).toBeVisible()
    expect(await screen.findByText('No listening history yet')).toBeVisible()
  })

  it('lists saved episodes, and removes one that no longer exists', async () => {
    const gone = { id: sampleId(51), userId: sampleId(1), episodeId: sampleId(99), podcastId: PODCAST_ID }
    const createdAt = '2026-11-02T10:00:00Z'
    let saved = [
      { ...gone, createdAt },
      { ...gone, id: sampleId(52), episodeId: EPISODE_ID, createdAt },
    ]
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/listening-history': [],
      'GET /api/user/me/saved-episodes': () => saved,
      [`DELETE /api/saved-episode/${gone.id}`]: () => {
        saved = saved.slice(1)
        return new Response(null, { status: 204 })
      },
    })
    const { shell } = renderScreen(<LibraryScreen />)
    const list = await screen.findByRole('region', { name: 'Saved Episodes' })
    await within(list).findByRole('link', { name: 'Salt and Memory' })
    await userEvent.click(within(list).getByRole('button', { name: /^Remove from favorites/ }))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
    expect(api.callsOf('DELETE')).toHaveLength(1)
    expect(shell.toasts).toEqual([{ title: 'Removed from Favorites' }])
    const play = within(list).getByRole('button', { name: 'Play Salt and Memory' })
    await waitFor(() => expect(play).toBeEnabled())
    await userEvent.click(play)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID } }])
  })

  it('filters the history by the address', async () => {
    stubApi({
      ...FULL,
      'GET /api/user/me/listening-history?limit=20&state=begun': [historyEntry()],
      'GET /api/user/me/listening-history?limit=20&state=completed': [],
    })
    const { address } = renderScreen(<LibraryScreen />, { at: '/library?show=in-progress' })
    expect(await screen.findByRole('link', { name: 'Continue: Salt and Memory' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'In progress' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.queryByRole('link', { name: 'Listen Again: Bread' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Finished' }))
    expect(await screen.findByText('Nothing finished yet')).toBeVisible()
    expect(address()).toBe('/library?show=finished')
    await userEvent.click(screen.getByRole('button', { name: 'All' }))
    expect(await screen.findByRole('link', { name: 'Listen Again: Bread' })).toBeVisible()
    expect(address()).toBe('/library')
  })

  it('keeps the row of a deleted episode', async () => {
    stubApi({ ...FULL, 'GET /api/episodes': [] })
    renderScreen(<LibraryScreen />)
    await waitFor(() => expect(screen.getAllByText('An episode that is no longer available')).toHaveLength(2))
  })

  it('asks to log in when the session has ended', async () => {
    stubApi({})
    const { shell } = renderScreen(<LibraryScreen />, { user: null })
    expect(screen.getByText('Please Log In')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(shell.signInsAsked()).toBe(1)
  })
})
