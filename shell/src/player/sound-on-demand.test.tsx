import { describe, expect, it, vi } from 'vitest'
import { createPlayer } from './engine.ts'
import { createSoundOnDemand, type Sound } from './sound-on-demand.ts'
import { media, SilentAudio, silentDeck } from './testing.ts'

const setUp = () => {
  const audio = new SilentAudio()
  const deck = silentDeck(createPlayer(audio.asElement()))
  const loads: { resolve: (sound: Sound) => void; reject: (error: unknown) => void }[] = []
  const load = vi.fn(() => new Promise<Sound>((resolve, reject) => loads.push({ resolve, reject })))
  const handleMissing = vi.fn()
  const sound = createSoundOnDemand(load, handleMissing)
  return { audio, deck, sound, load, loads, handleMissing }
}

describe('the sound, before its files have come', () => {
  it('is silent, and fetched once for all who want it', () => {
    const { sound, load } = setUp()
    sound.player.play()
    sound.player.pause()
    expect(sound.player.state.get().status).toBe('empty')
    expect(load).not.toHaveBeenCalled()

    sound.fetch()
    sound.queue.add(media())
    void sound.player.load(media(2))
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('plays and queues what was asked for meanwhile, in that order, and tells those who watch', async () => {
    const { audio, deck, sound, loads } = setUp()
    const handleState = vi.fn()
    const stop = sound.player.state.subscribe(handleState)
    const handleQueue = vi.fn()
    sound.queue.state.subscribe(handleQueue)

    const loaded = sound.player.load(media(1))
    sound.queue.add(media(2))
    loads[0]?.resolve(deck)
    await loaded

    expect(audio.src).toBe('/api/media/1/stream')
    expect(sound.player.state.get()).toBe(deck.player.state.get())
    expect(handleState).toHaveBeenCalled()
    await vi.waitFor(() => expect(sound.queue.state.get()).toHaveLength(1))
    expect(handleQueue).toHaveBeenCalled()

    stop()
    handleState.mockClear()
    sound.player.pause()
    expect(deck.player.state.get().status).toBe('paused')
    expect(handleState).not.toHaveBeenCalled()
  })

  it('is paused in the task of the press, once it is there', async () => {
    const { audio, deck, sound, loads } = setUp()
    sound.fetch()
    loads[0]?.resolve(deck)
    await sound.player.load(media(1))
    expect(audio.paused).toBe(false)
    sound.player.pause()
    expect(audio.paused).toBe(true)
  })

  it('says so to whoever asked when it does not come, and comes with another press', async () => {
    const { audio, deck, sound, loads, handleMissing } = setUp()
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const first = sound.player.load(media(1))
    loads[0]?.reject(new Error('no connection'))
    await first
    expect(handleMissing).toHaveBeenCalledTimes(1)

    const second = sound.player.load(media(1))
    loads[1]?.resolve(deck)
    await second
    expect(audio.src).toBe('/api/media/1/stream')
    expect(handleMissing).toHaveBeenCalledTimes(1)
  })

  it('troubles nobody when it does not come and nobody wants it', async () => {
    const { sound, loads, handleMissing } = setUp()
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
    sound.fetch()
    loads[0]?.reject(new Error('no connection'))
    await vi.waitFor(() => expect(said).toHaveBeenCalled())
    expect(handleMissing).not.toHaveBeenCalled()
  })
})
