import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayer, type Played } from './engine.ts'
import { media, SilentAudio } from './testing.ts'

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
  it('fetches nothing before it is asked to play', () => {
    const { audio, state } = setUp()
    expect(audio.preload).toBe('none')
    expect(state()).toMatchObject({ status: 'empty', volume: 100, muted: false })
  })

  it('sets the source and plays in the very task of the click', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    expect(audio.src).toBe('/api/media/1/stream')
    expect(audio.paused).toBe(false)
    expect(state()).toMatchObject({ status: 'loading', duration: 600 })
  })

  it('follows the sound once a second', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.sound(612)
    expect(state()).toMatchObject({ status: 'playing', duration: 612, position: 0 })

    audio.currentTime = 1.2
    vi.advanceTimersByTime(1000)
    expect(state().position).toBe(1.2)
    player.pause()
    expect(state().status).toBe('paused')
  })

  it('begins at a known place as soon as the length is known', () => {
    const { audio, player, state } = setUp()
    void player.load(media(1, 90))
    expect(state().position).toBe(90)
    audio.sound(600)
    expect(audio.currentTime).toBe(90)
  })

  it('takes no place outside the episode, and skips to its ends at most', () => {
    const { audio, player } = setUp()
    void player.load(media())
    audio.sound(600)

    player.seek(601)
    player.seek(-1)
    expect(audio.currentTime).toBe(0)
    player.skip(-15)
    expect(audio.currentTime).toBe(0)
    player.seek(595)
    player.skip(15)
    expect(audio.currentTime).toBe(600)
  })

  it('resumes an earlier place, but never against the place the person chose', () => {
    const { audio, player } = setUp()
    void player.load(media())
    audio.sound(600)
    player.resumeAt(120)
    expect(audio.currentTime).toBe(120)

    player.seek(10)
    player.resumeAt(120)
    expect(audio.currentTime).toBe(10)
  })

  it('begins where the person is thought to be, and moves when they went on elsewhere', () => {
    const { audio, player } = setUp()
    void player.load({ ...media(), resumeAt: 120 })
    audio.sound(600)
    expect(audio.currentTime).toBe(120)
    player.resumeAt(122)
    expect(audio.currentTime).toBe(120)
    player.resumeAt(300)
    expect(audio.currentTime).toBe(300)
  })

  it('keeps volume within its bounds, and unmutes when it is moved', () => {
    const { audio, player, state } = setUp()
    player.setVolume(140)
    expect(state().volume).toBe(100)
    player.toggleMute()
    expect(state().muted).toBe(true)
    player.setVolume(35)
    expect(state()).toMatchObject({ volume: 35, muted: false })
    expect(audio.volume).toBeCloseTo(0.35)
  })

  it('plays a show at its own speed, also after the source has changed', async () => {
    const { audio, player, state } = setUp()
    localStorage.clear()
    await player.load(media(1))
    player.setRate(1.7)
    expect(audio).toMatchObject({ playbackRate: 1.7, defaultPlaybackRate: 1.7 })

    const other = media(2)
    await player.load({ ...other, podcast: { ...other.podcast, id: 'another show' } })
    expect(state().rate).toBe(1)
    await player.load(media(1))
    expect(audio).toMatchObject({ playbackRate: 1.7, defaultPlaybackRate: 1.7 })
    player.setRate(8)
    expect(state().rate).toBe(3)
    localStorage.clear()
  })

  it('fades below the chosen volume, which stays as it is', () => {
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

  it('gives way with a sentence, and play takes the sound back', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.sound(600)
    player.giveWay('It plays elsewhere.')
    expect(state()).toMatchObject({ status: 'paused', problem: 'It plays elsewhere.' })
    player.play()
    audio.say('playing')
    expect(state()).toMatchObject({ status: 'playing', problem: null })
  })

  it('tells where an episode was left when another one begins, and keeps the volume', () => {
    const { audio, player, state } = setUp()
    const left: Played[] = []
    player.onLeft((played) => left.push(played))
    void player.load(media(1))
    audio.sound(600)
    player.setVolume(50)
    player.seek(42)

    void player.load(media(2))
    expect(left).toEqual([{ episodeId: media(1).episode.id, position: 42, duration: 600 }])
    expect(state()).toMatchObject({ position: 0, volume: 50, status: 'loading' })
  })

  it('goes on when the loaded episode is asked for again', () => {
    const { audio, player } = setUp()
    void player.load(media(1))
    audio.sound(600)
    player.seek(42)
    player.pause()

    void player.load(media(1))
    expect(audio.paused).toBe(false)
    expect(audio.currentTime).toBe(42)
  })

  it('returns to the start when finished and stays loaded', () => {
    const { audio, player, state } = setUp()
    const finished: Played[] = []
    player.onFinished((played) => finished.push(played))
    void player.load(media())
    audio.sound(600)
    audio.finish()

    expect(finished).toEqual([{ episodeId: media().episode.id, position: 600, duration: 600 }])
    expect(state()).toMatchObject({ status: 'paused', position: 0 })
  })
})

describe('a player in trouble', () => {
  it('asks for the source again when its address has run out, and goes on where it was', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.sound(600)
    vi.advanceTimersByTime(61_000)
    const asked = vi.spyOn(audio, 'load')
    const lose = () => {
      audio.error = { code: 2 }
      audio.say('error')
    }
    player.seek(300)
    lose()

    expect(asked).toHaveBeenCalledOnce()
    expect(state()).toMatchObject({ status: 'loading', position: 300, problem: null })
    audio.sound(600)
    expect(audio.currentTime).toBe(300)
    // What is lost again at once is the network.
    lose()
    expect(state()).toMatchObject({ status: 'failed', problem: 'The connection was lost.' })
  })

  it('stays paused when its address has run out meanwhile', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.sound(600)
    player.pause()
    vi.advanceTimersByTime(61_000)
    audio.error = { code: 2 }
    audio.say('error')

    expect(state()).toMatchObject({ status: 'paused', problem: null })
    expect(audio.paused).toBe(true)
  })

  it('says that it waits for the network, and goes on', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.sound(600)
    audio.say('waiting')
    expect(state().status).toBe('buffering')
    audio.say('playing')
    expect(state().status).toBe('playing')
  })

  it('fails with a sentence and retries at the same second', () => {
    const { audio, player, state } = setUp()
    void player.load(media())
    audio.sound(600)
    player.seek(200)
    audio.error = { code: 2 }
    audio.say('error')
    expect(state()).toMatchObject({ status: 'failed', problem: 'The connection was lost.', position: 200 })

    player.retry()
    audio.sound(600)
    expect(audio.currentTime).toBe(200)
    expect(state()).toMatchObject({ status: 'playing', problem: null })
  })

  it('asks for a press on play when the browser held the sound back', async () => {
    const { audio, player, state } = setUp()
    audio.refusal = new DOMException('no gesture', 'NotAllowedError')
    await player.load(media())
    expect(state().status).toBe('paused')
    expect(state().problem).toContain('Press play')
  })

  it('says so when the episode has no audio', async () => {
    const { player, state } = setUp()
    const { episode, podcast } = media()
    await player.load({ episode: { ...episode, audioUrl: null }, podcast })
    expect(state()).toMatchObject({ status: 'failed', problem: 'This episode has no audio yet.' })
  })
})
