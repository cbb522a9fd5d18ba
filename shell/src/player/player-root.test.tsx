import type { PointsRules } from '@griot/contracts/points'
import { createStore } from '@griot/shell-sdk/store'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session, SessionStore } from '../auth/session.ts'
import { createToasts } from '../toasts/toasts.ts'
import { createPlayer } from './engine.ts'
import { PlayerRoot } from './player-root.tsx'
import { media, SilentAudio, silentDeck } from './testing.ts'

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

const setUp = ({ isSignedIn = true } = {}) => {
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const toasts = createToasts()
  const user = { id: 'u', email: '', firstName: 'Ada', lastName: 'Obi', points: 0, level: 1, roles: [] }
  const session: SessionStore = {
    state: createStore<Session>({ status: 'loading' }),
    user: createStore(isSignedIn ? user : null),
    load: async () => undefined,
    noticeError: () => undefined,
  }
  const handleTip = vi.fn()
  const handleNavigate = vi.fn()
  const deck = silentDeck(player)
  render(<PlayerRoot deck={deck} toasts={toasts} session={session} onTip={handleTip} onNavigate={handleNavigate} />)
  const play = async () => {
    await act(async () => {
      void player.load(media())
      audio.sound(4000)
    })
    await screen.findByRole('region', { name: 'Audio player' })
  }
  return { audio, player, deck, toasts, handleTip, handleNavigate, play }
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

describe('the player bar', () => {
  it('is there only while an episode is loaded, and pausing keeps it', async () => {
    const { play } = setUp()
    expect(screen.queryByRole('region', { name: 'Audio player' })).toBeNull()

    await play()
    expect(screen.getByRole('region', { name: 'Audio player' })).toHaveTextContent('Episode 1')
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Audio player' })).toBeVisible()
  })

  it('skips 15 seconds, and says the place as time', async () => {
    const { audio, play } = setUp()
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

  it('has sliders for place and volume with the steps they promise', async () => {
    const { audio, play } = setUp()
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

  it('hands the tip over with who receives it', async () => {
    const { handleTip, play } = setUp()
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

  it('asks who is signed out to log in before tipping', async () => {
    const { handleTip, toasts, play } = setUp({ isSignedIn: false })
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
    expect(handleTip).not.toHaveBeenCalled()
    expect(toasts.state.get()).toMatchObject({
      title: 'Login Required',
      description: 'Please log in to tip creators',
    })
  })

  it('says what went wrong and offers another try', async () => {
    const { audio, play } = setUp()
    vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
    await play()
    await act(async () => {
      audio.error = { code: 2 }
      audio.say('error')
    })
    expect(screen.getByRole('alert')).toHaveTextContent('The connection was lost.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leads to the page of the episode without leaving this one', async () => {
    const { handleNavigate, play } = setUp()
    await play()
    await userEvent.click(screen.getByRole('link', { name: 'Episode 1' }))
    expect(handleNavigate).toHaveBeenCalledWith(`/episode/${media().episode.id}`)
  })

  it('says what listening on will bring', async () => {
    const { deck, play } = setUp()
    deck.rules.set(RULES)
    deck.setHeard({ episodeId: media().episode.id, creditedBefore: 30, isCompletionPaid: false, seconds: 10 })
    await play()
    expect(screen.getByText('Next point in 0:20 · +10 at 1:03:20')).toBeInTheDocument()
  })
})

describe('the playback sheet', () => {
  const open = async () => {
    const given = setUp()
    await given.play()
    await userEvent.click(screen.getByRole('button', { name: 'Speed and sleep timer: 1×' }))
    await screen.findByRole('dialog', { name: 'Playback' })
    return given
  }

  it('changes the speed, and remembers it for the show', async () => {
    const { audio, player } = await open()
    await userEvent.click(screen.getByRole('button', { name: '1.5×' }))
    expect(audio.playbackRate).toBe(1.5)
    await userEvent.click(screen.getByRole('button', { name: 'Faster' }))
    expect(screen.getByRole('slider', { name: 'Speed' })).toHaveAttribute('aria-valuetext', '1.6 times')

    await act(() => player.load(media(2)))
    expect(audio.playbackRate).toBe(1.6)
  })

  it('sets the sleep timer and takes it back', async () => {
    const { deck } = await open()
    await userEvent.click(screen.getByRole('button', { name: '15 minutes' }))
    expect(screen.getByText(/Fades out and pauses in 1[45]:/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
    expect(deck.sleepTimer.state.get()).toEqual({ until: 'off' })
    await userEvent.click(screen.getByRole('button', { name: 'End of episode' }))
    expect(screen.getByText('Pauses when this episode ends.')).toBeVisible()
  })

  it('turns autoplay and the keys off', async () => {
    const { deck } = await open()
    await userEvent.click(screen.getByRole('switch', { name: 'Play the next episode' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }))
    expect(deck.preferences.state.get()).toEqual({ autoplay: false, shortcuts: false })
  })
})

describe('the queue sheet', () => {
  const open = async (...numbers: number[]) => {
    const given = setUp()
    for (const number of numbers) given.deck.queue.add(media(number))
    await given.play()
    await userEvent.click(screen.getByRole('button', { name: /^Queue/ }))
    await screen.findByRole('dialog', { name: 'Queue' })
    const order = () =>
      screen.queryAllByRole('listitem').map((row) => row.textContent?.match(/Episode \d/)?.[0]?.slice(-1))
    return { ...given, order }
  }

  it('reorders by keyboard, keeps the focus and says where the episode is now', async () => {
    const { order } = await open(2, 3, 4)
    expect(screen.getByRole('button', { name: 'Move Episode 2 up' })).toBeDisabled()
    const up = screen.getByRole('button', { name: 'Move Episode 4 up' })
    up.focus()
    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['2', '4', '3'])
    expect(up).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Episode 4: 2 of 3')

    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['4', '2', '3'])
    expect(screen.getByRole('button', { name: 'Move Episode 4 down' })).toHaveFocus()
  })

  it('removes, clears and plays', async () => {
    const { order, player, queue } = await open(2, 3, 4).then((given) => ({ ...given, queue: given.deck.queue }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove Episode 3 from the queue' }))
    expect(order()).toEqual(['2', '4'])
    await userEvent.click(screen.getByRole('button', { name: 'Play Episode 4' }))
    expect(player.state.get().episode?.title).toBe('Episode 4')
    expect(order()).toEqual(['2'])
    await userEvent.click(screen.getByRole('button', { name: 'Clear queue' }))
    expect(queue.state.get()).toEqual([])
    expect(screen.getByText('Nothing is queued')).toBeVisible()
  })
})

describe('the large player', () => {
  it('has everything, and leaves before another page comes', async () => {
    const { handleNavigate, play } = setUp()
    await play()
    await userEvent.click(screen.getByRole('button', { name: 'Open full screen' }))
    const large = within(await screen.findByRole('dialog', { name: 'Now Playing' }))
    for (const name of ['Back 15 seconds', 'Pause', 'Forward 15 seconds', 'Mute', 'Queue', 'Tip Creator']) {
      expect(large.getByRole('button', { name })).toBeVisible()
    }
    expect(large.getByRole('slider', { name: 'Progress' })).toBeVisible()

    await userEvent.click(large.getByRole('link', { name: 'The Long Table' }))
    expect(handleNavigate).toHaveBeenCalledWith(`/podcast/${media().podcast.id}`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
