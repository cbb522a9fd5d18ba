import { createStore } from '@griot/shell-sdk/store'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session, SessionStore } from '../auth/session.ts'
import { createToasts } from '../toasts/toasts.ts'
import { createPlayer } from './engine.ts'
import { PlayerRoot } from './player-root.tsx'
import { media, SilentAudio } from './testing.ts'

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
  render(<PlayerRoot player={player} toasts={toasts} session={session} onTip={handleTip} />)
  const play = () =>
    act(async () => {
      void player.load(media())
      audio.sound(4000)
    })
  return { audio, player, toasts, handleTip, play }
}

beforeEach(() => {
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
})
