import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { followListening } from '../history/api.ts'
import { EPISODE_ID, episode, heard, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { LibraryScreen } from './library-screen.tsx'

const FULL = {
  'GET /api/user/me/library-counts': { favorites: 1, listened: 2, completed: 1 },
  'GET /api/user/me/favorites': [
    { id: sampleId(50), userId: sampleId(1), podcastId: PODCAST_ID, createdAt: '2026-11-02T10:00:00Z' },
  ],
  'GET /api/user/me/listening-history': [
    heard(),
    heard({ id: sampleId(41), episodeId: sampleId(31), completed: true, progress: 100, earnedPoints: 10 }),
  ],
  'GET /api/podcasts': [podcast()],
  'GET /api/episodes': [episode(), episode({ id: sampleId(31), title: 'Bread' })],
}

afterEach(() => vi.unstubAllGlobals())

describe('the library', () => {
  it('counts, and leads to favorites and on in what was begun', async () => {
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
    expect(await screen.findByRole('link', { name: /The Long Table/ })).toHaveAttribute(
      'href',
      `/podcast/${PODCAST_ID}`,
    )
    await waitFor(() => expect(screen.getByText('Listened').closest('div')?.textContent).toContain('2'))
  })

  it('asks for all that it shows in one call each, and goes on to the end', async () => {
    const link = { link: '</api/user/me/listening-history?cursor=abc>; rel="next"' }
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/listening-history': () => Response.json([heard()], { headers: link }),
      'GET /api/user/me/listening-history?limit=20&cursor=abc': [heard({ id: sampleId(41), episodeId: sampleId(31) })],
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

  it('shows what was just heard once the session is over, whether it paid or not', async () => {
    let entries = [heard()]
    stubApi({ ...FULL, 'GET /api/user/me/listening-history': () => entries })
    const { shell } = renderScreen(<LibraryScreen />)
    followListening(shell.api)
    await screen.findByRole('link', { name: 'Continue: Salt and Memory' })

    entries = [heard({ completed: true, progress: 100, earnedPoints: 10 })]
    act(() => shell.api.events.emit('listening.ended', { episodeId: EPISODE_ID }))
    expect(await screen.findByRole('link', { name: 'Listen Again: Salt and Memory' })).toBeVisible()
  })

  it('takes an entry out of the history', async () => {
    let entries = [heard()]
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
    expect(await screen.findByText('Nothing heard yet')).toBeVisible()
    expect(api.callsOf('DELETE')).toHaveLength(1)
    expect(shell.toasts[0]?.title).toBe('Removed from History')
  })

  it('marks an entry as played', async () => {
    let entries = [heard()]
    stubApi({
      ...FULL,
      'GET /api/user/me/listening-history': () => entries,
      [`PUT /api/listening-history/${sampleId(40)}`]: () => {
        entries = [heard({ completed: true, progress: 100 })]
        return entries[0]
      },
    })
    renderScreen(<LibraryScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as played: Salt and Memory' }))
    expect(await screen.findByRole('link', { name: 'Listen Again: Salt and Memory' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Mark as played/ })).toBeNull()
  })

  it('keeps the entry when the server says no', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    stubApi({ ...FULL, [`DELETE /api/listening-history/${sampleId(40)}`]: failure(503, 'Not now.') })
    const { shell } = renderScreen(<LibraryScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from history: Salt and Memory' }))
    await expect.poll(() => shell.toasts[0]?.title).toBe('That did not work')
    expect(screen.getByRole('link', { name: 'Continue: Salt and Memory' })).toBeVisible()
    vi.restoreAllMocks()
  })

  it('says what to do when nothing is there', async () => {
    stubApi({ 'GET /api/user/me/favorites': [], 'GET /api/user/me/listening-history': [] })
    renderScreen(<LibraryScreen />)
    expect(await screen.findByText('No favorites yet')).toBeVisible()
    expect(await screen.findByText('Nothing heard yet')).toBeVisible()
  })

  it('keeps the row of an episode that is gone', async () => {
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
