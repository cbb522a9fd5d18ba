import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayer } from './engine.ts'
import type { Played } from './engine-state.ts'
import { media, SilentAudio } from './testing/silent-audio.ts'

const setUp = () => {
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  return { audio, player, state: () => player.state.get() }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the player', () => {
  it('fetches nothing before play', () => {
    const { audio, state } = setUp()
    expect(audio.preload).toBe('none')
    expect(state()).toMatchObject({ status: 'empty', volume: 100, muted: false })
  })

  it('sets the source and plays in the same task as the click', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    expect(audio.src).toBe('/api/media/1/stream')
    expect(audio.paused).toBe(false)
    expect(state()).toMatchObject({ status: 'loading', duration: 600 })
  })

  it('reads the position once a second', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.startSound(612)
    expect(state()).toMatchObject({ status: 'playing', duration: 612, position: 0 })

    audio.currentTime = 1.2
    vi.advanceTimersByTime(1000)
    expect(state().position).toBe(1.2)
    player.pause()
    expect(state().status).toBe('paused')
  })

  it('starts at the given position once the duration is known', () => {
    const { audio, player, state } = setUp()
    void player.load(media(1, 90))
    expect(state().position).toBe(90)
    audio.startSound(600)
    expect(audio.currentTime).toBe(90)
  })

  it('ignores positions outside the episode, and skips to its ends at most', () => {
    const { audio, player } = setUp()
    void player.load(media())
    audio.startSound(600)

    player.seek(601)
    player.seek(-1)
    expect(audio.currentTime).toBe(0)
    player.skip(-15)
    expect(audio.currentTime).toBe(0)
    player.seek(595)
    player.skip(15)
    expect(audio.currentTime).toBe(600)
  })

  it('resumes an earlier position, unless the user has chosen one', () => {
    const { audio, player } = setUp()
    void player.load(media())
    audio.startSound(600)
    player.resumeAt(120)
    expect(audio.currentTime).toBe(120)

    player.seek(10)
    player.resumeAt(120)
    expect(audio.currentTime).toBe(10)
  })

  it('starts at the expected position, and moves if the server has another', () => {
    const { audio, player } = setUp()
    void player.load({ ...media(), resumeAt: 120 })
    audio.startSound(600)
    expect(audio.currentTime).toBe(120)
    player.resumeAt(122)
    expect(audio.currentTime).toBe(120)
    player.resumeAt(300)
    expect(audio.currentTime).toBe(300)
  })

  it('keeps the volume within bounds, and unmutes when it changes', () => {
    const { audio, player, state } = setUp()
    player.setVolume(140)
    expect(state().volume).toBe(100)
    player.toggleMute()
    expect(state().muted).toBe(true)
    player.setVolume(35)
    expect(state()).toMatchObject({ volume: 35, muted: false })
    expect(audio.volume).toBeCloseTo(0.35)
  })

  it('plays each podcast at its own speed', async () => {
    const { audio, player, state } = setUp()
    localStorage.clear()
    await player.load(media(1))
    player.setRate(1.7)
    expect(audio).toMatchObject({ playbackRate: 1.7, defaultPlaybackRate: 1.7 })

    const other = media(2)
    await player.load({ ...other, podcast: { ...other.podcast, id: 'another podcast' } })
    expect(state().rate).toBe(1)
    await player.load(media(1))
    expect(audio).toMatchObject({ playbackRate: 1.7, defaultPlaybackRate: 1.7 })
    player.setRate(8)
    expect(state().rate).toBe(3)
    localStorage.clear()
  })

  it('fades without changing the chosen volume', () => {
    const { audio, player, state } = setUp()
    player.setVolume(80)
    player.fadeTo(0.5)
    expect(audio.volume).toBeCloseTo(0.4)
    player.setVolume(60)
    expect(audio.volume).toBeCloseTo(0.3)
    player.fadeTo(1)
    expect(audio.volume).toBeCloseTo(0.6)
    expect(state().volume).toBe(60)
  })

  it('pauses with a reason when interrupted, and plays again on request', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.startSound(600)
    player.interrupt('It plays in another tab.')
    expect(state()).toMatchObject({ status: 'paused', problem: 'It plays in another tab.' })
    player.play()
    audio.emit('playing')
    expect(state()).toMatchObject({ status: 'playing', problem: null })
  })

  it('publishes the position of an episode that is replaced, and keeps the volume', () => {
    const { audio, player, state } = setUp()
    const left: Played[] = []
    player.onLeft((played) => left.push(played))
    void player.load(media(1))
    audio.startSound(600)
    player.setVolume(50)
    player.seek(42)

    void player.load(media(2))
    expect(left).toEqual([{ position: 42, duration: 600 }])
    expect(state()).toMatchObject({ position: 0, volume: 50, status: 'loading' })
  })

  it('continues when the loaded episode is loaded again', () => {
    const { audio, player } = setUp()
    void player.load(media(1))
    audio.startSound(600)
    player.seek(42)
    player.pause()

    void player.load(media(1))
    expect(audio.paused).toBe(false)
    expect(audio.currentTime).toBe(42)
  })

  it('returns to the start when the episode ends', () => {
    const { audio, player, state } = setUp()
    const finished: Played[] = []
    player.onFinished((played) => finished.push(played))
    void player.load(media())
    audio.startSound(600)
    audio.finish()

    expect(finished).toEqual([{ position: 600, duration: 600 }])
    expect(state()).toMatchObject({ status: 'paused', position: 0 })
  })
})

describe('the player after a failure', () => {
  it('loads an expired source again, and continues at the same second', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.startSound(600)
    vi.advanceTimersByTime(61_000)
    const reload = vi.spyOn(audio, 'load')
    const loseNetwork = () => {
      audio.error = { code: 2 }
      audio.emit('error')
    }
    player.seek(300)
    loseNetwork()

    expect(reload).toHaveBeenCalledOnce()
    expect(state()).toMatchObject({ status: 'loading', position: 300, problem: null })
    audio.startSound(600)
    expect(audio.currentTime).toBe(300)
    // A second failure at once is a lost connection.
    loseNetwork()
    expect(state()).toMatchObject({ status: 'failed', problem: 'The connection was lost.' })
  })

  it('stays paused when its source has expired', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.startSound(600)
    player.pause()
    vi.advanceTimersByTime(61_000)
    audio.error = { code: 2 }
    audio.emit('error')

    expect(state()).toMatchObject({ status: 'paused', problem: null })
    expect(audio.paused).toBe(true)
  })

  it('buffers, then continues', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.startSound(600)
    audio.emit('waiting')
    expect(state().status).toBe('buffering')
    audio.emit('playing')
    expect(state().status).toBe('playing')
  })

  it('shows a problem, and retries at the same second', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.startSound(600)
    player.seek(200)
    audio.error = { code: 2 }
    audio.emit('error')
    expect(state()).toMatchObject({ status: 'failed', problem: 'The connection was lost.', position: 200 })

    player.retry()
    audio.startSound(600)
    expect(audio.currentTime).toBe(200)
    expect(state()).toMatchObject({ status: 'playing', problem: null })
  })

  it('asks the user to press play when the browser blocks autoplay', async () => {
    const { audio, player, state } = setUp()
    audio.playError = new DOMException('no gesture', 'NotAllowedError')
    await player.load(media())
    expect(state().status).toBe('paused')
    expect(state().problem).toContain('Press play')
  })

  it('fails when the episode has no audio', async () => {
    const { player, state } = setUp()
    const { episode, podcast } = media()
    await player.load({ episode: { ...episode, audioUrl: null }, podcast })
    expect(state()).toMatchObject({ status: 'failed', problem: 'This episode has no audio yet.' })
  })
})
