import type { PointsRules } from '@griot/contracts/points'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPlayer, stubBrowser } from './testing/render-player.tsx'
import { media } from './testing/silent-audio.ts'

const RULES: PointsRules = {
  perMinute: 1,
  perStart: 5,
  completion: { points: 10, positionPercent: 95, creditedPercent: 47.5 },
  weekly: { points: 15, episodes: 3 },
  tip: { pointsPerDollar: 2, dailyPointsCap: 100, minCents: 100, maxCents: 50_000 },
  levels: { step: 100, names: [] },
  badges: [],
  earning: [],
  sentences: [],
}

beforeEach(stubBrowser)

describe('the player bar', () => {
  it('is shown while an episode is loaded, also when paused', async () => {
    const { play } = renderPlayer()
    expect(screen.queryByRole('region', { name: 'Audio player' })).toBeNull()

    await play()
    expect(screen.getByRole('region', { name: 'Audio player' })).toHaveTextContent('Episode 1')
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Audio player' })).toBeVisible()
  })

  it('skips 15 seconds, and announces the position as time', async () => {
    const { audio, play } = renderPlayer()
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Forward 15 seconds' }))
    await userEvent.click(screen.getByRole('button', { name: 'Forward 15 seconds' }))
    await userEvent.click(screen.getByRole('button', { name: 'Back 15 seconds' }))
    expect(audio.currentTime).toBe(15)
    expect(screen.getByText('0:00:15')).toBeVisible()
    expect(screen.getByText('1:06:40')).toBeVisible()
    expect(screen.getByRole('slider', { name: 'Progress' })).toHaveAttribute(
      'aria-valuetext',
      '15 seconds of 1 hour 6 minutes 40 seconds',
    )
  })

  it('has sliders for position and volume', async () => {
    const { audio, play } = renderPlayer()
    await play()
    const progress = screen.getByRole('slider', { name: 'Progress' })
    expect(progress).toHaveAttribute('max', '100')
    expect(progress).toHaveAttribute('step', '0.1')
    fireEvent.change(progress, { target: { value: '50' } })
    expect(audio.currentTime).toBe(2000)

    const volume = screen.getByRole('slider', { name: 'Volume' })
    expect(volume).toHaveAttribute('step', '1')
    fireEvent.change(volume, { target: { value: '20' } })
    expect(audio.volume).toBeCloseTo(0.2)
    await userEvent.click(screen.getByRole('button', { name: 'Mute' }))
    expect(audio.muted).toBe(true)
    expect(screen.getByRole('button', { name: 'Unmute' })).toBeVisible()
  })

  it('opens a tip for the creator', async () => {
    const { handleTip, play } = renderPlayer()
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
    expect(handleTip).toHaveBeenCalledWith({
      podcastId: media().podcast.id,
      podcastTitle: 'The Long Table',
      receiverId: media().podcast.hostId,
      receiverName: 'Adaeze',
      episodeId: media().episode.id,
    })
  })

  it('asks signed-out users to log in before tipping', async () => {
    const { handleTip, toasts, play } = renderPlayer({ isSignedIn: false })
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
    expect(handleTip).not.toHaveBeenCalled()
    expect(toasts.state.get()).toMatchObject({
      title: 'Login Required',
      description: 'Please log in to tip creators',
    })
  })

  it('shows the problem and a retry', async () => {
    const { audio, play } = renderPlayer()
    vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
    await play()
    await act(async () => {
      audio.error = { code: 2 }
      audio.emit('error')
    })
    expect(screen.getByRole('alert')).toHaveTextContent('The connection was lost.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('navigates to the episode’s page without a page load', async () => {
    const { handleNavigate, play } = renderPlayer()
    await play()
    await userEvent.click(screen.getByRole('link', { name: 'Episode 1' }))
    expect(handleNavigate).toHaveBeenCalledWith(`/episode/${media().episode.id}`)
  })

  it('shows pending points beside the balance', async () => {
    const { playback, play } = renderPlayer()
    const heard = {
      episodeId: media().episode.id,
      creditedBefore: 30,
      isCompletionPaid: false,
      startBonus: null,
      seconds: 10,
    }
    playback.setHeard(heard, RULES, { pending: 3, total: 87 })
    await play()
    expect(screen.getByText(/Next point in/).textContent).toBe(
      '87 + 3and 3 pending · Next point in 0:20 · +10 at 1:03:20',
    )
  })

  it('shows the points that further listening can earn', async () => {
    const { playback, play } = renderPlayer()
    playback.setHeard(
      { episodeId: media().episode.id, creditedBefore: 30, isCompletionPaid: false, startBonus: null, seconds: 10 },
      RULES,
    )
    await play()
    expect(screen.getByText('Next point in 0:20 · +10 at 1:03:20')).toBeInTheDocument()
  })
})

describe('the large player', () => {
  it('has all controls, and closes before another page opens', async () => {
    const { handleNavigate, play } = renderPlayer()
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Open full screen' }))
    const large = within(await screen.findByRole('dialog', { name: 'Now Playing' }))
    const transport = ['Back 15 seconds', 'Pause', 'Forward 15 seconds', 'Mute']
    for (const name of [...transport, /^1× ?Speed$/, 'Sleep timer', 'Queue', 'Share', 'Favorite', 'Tip Creator']) {
      expect(large.getByRole('button', { name })).toBeVisible()
    }
    expect(large.getByText('−1:06:40')).toBeVisible()
    expect(large.getByRole('slider', { name: 'Progress' })).toBeVisible()

    await userEvent.click(large.getByRole('link', { name: 'The Long Table' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await vi.waitFor(() => expect(handleNavigate).toHaveBeenCalledWith(`/podcast/${media().podcast.id}`))
  })

  it('plays from a time of the show notes, and retries notes that did not load', async () => {
    const { audio, play } = renderPlayer()
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Open full screen' }))
    await screen.findByText(/We could not load the show notes/)
    const description = 'The market at 12:30, the river at 2:00:00.'
    vi.stubGlobal('fetch', async (path: string) =>
      path.includes('/api/episode/') ? Response.json({ description }) : new Response(null, { status: 404 }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await userEvent.click(await screen.findByRole('button', { name: /play from 12 minutes 30 seconds$/ }))
    expect(audio.currentTime).toBe(750)
    expect(screen.queryByRole('button', { name: /2 hours/ })).toBeNull()
  })

  it('saves and removes the episode', async () => {
    const entry = { id: 'saved', userId: 'u', episodeId: media().episode.id, podcastId: media().podcast.id }
    const saved: object[] = []
    vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
      if (!path.includes('/saved-episode')) return new Response(null, { status: 404 })
      if (method === 'POST') saved.push(entry)
      if (method === 'DELETE') saved.pop()
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(saved)
    })
    const { play, toasts } = renderPlayer()
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Open full screen' }))
    const heart = await screen.findByRole('button', { name: 'Favorite' })
    await vi.waitFor(() => expect(heart).toBeEnabled())
    await userEvent.click(heart)
    expect(await screen.findByRole('button', { name: 'Favorited' })).toHaveAttribute('aria-pressed', 'true')
    expect(toasts.state.get()?.title).toBe('Added to Favorites')
    await vi.waitFor(() => expect(heart).toBeEnabled())
    await userEvent.click(heart)
    expect(await screen.findByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'false')
    expect(saved).toEqual([])
  })

  it('says that it is offline, and keeps the heart', async () => {
    const entry = { id: 'saved', userId: 'u', episodeId: media().episode.id, podcastId: media().podcast.id }
    const reads = vi.fn(async (path: string) =>
      path.includes('/saved-episode') ? Response.json([entry]) : new Response(null, { status: 404 }),
    )
    vi.stubGlobal('fetch', reads)
    const { play, toasts } = renderPlayer()
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Open full screen' }))
    const heart = await screen.findByRole('button', { name: 'Favorited' })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    reads.mockRejectedValue(new TypeError('Failed to fetch'))
    await userEvent.click(heart)
    await vi.waitFor(() => expect(toasts.state.get()?.title).toBe('You are offline'))
    await vi.waitFor(() => expect(heart).toBeEnabled())
    expect(heart).toHaveAttribute('aria-pressed', 'true')
  })
})
