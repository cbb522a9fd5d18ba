import { describe, expect, it, vi } from 'vitest'
import { createPlayer } from './engine.ts'
import { createPlayerOnDemand, type LoadedPlayer } from './player-on-demand.ts'
import { createTestPlayback, media, SilentAudio } from './testing/silent-audio.ts'

const setUp = () => {
  const audio = new SilentAudio()
  const playback = createTestPlayback(createPlayer(audio.asElement()))
  const loads: { resolve: (player: LoadedPlayer) => void; reject: (error: unknown) => void }[] = []
  const load = vi.fn(() => new Promise<LoadedPlayer>((resolve, reject) => loads.push({ resolve, reject })))
  const handleMissing = vi.fn()
  const onDemand = createPlayerOnDemand(load, handleMissing)
  return { audio, playback, onDemand, load, loads, handleMissing }
}

describe('the player on demand', () => {
  it('is empty, and loads once for several calls', () => {
    const { onDemand, load } = setUp()
    onDemand.player.play()
    onDemand.player.pause()
    expect(onDemand.player.state.get().status).toBe('empty')
    expect(load).not.toHaveBeenCalled()

    onDemand.fetch()
    onDemand.queue.add(media())
    void onDemand.player.load(media(2))
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('runs the calls after loading, in their order, and notifies subscribers', async () => {
    const { audio, playback, onDemand, loads } = setUp()
    const handleState = vi.fn()
    const stop = onDemand.player.state.subscribe(handleState)
    const handleQueue = vi.fn()
    onDemand.queue.state.subscribe(handleQueue)

    const loaded = onDemand.player.load(media(1))
    onDemand.queue.add(media(2))
    loads[0]?.resolve(playback)
    await loaded

    expect(audio.src).toBe('/api/media/1/stream')
    expect(onDemand.player.state.get()).toBe(playback.player.state.get())
    expect(handleState).toHaveBeenCalled()
    await vi.waitFor(() => expect(onDemand.queue.state.get()).toHaveLength(1))
    expect(handleQueue).toHaveBeenCalled()

    stop()
    handleState.mockClear()
    onDemand.player.pause()
    expect(playback.player.state.get().status).toBe('paused')
    expect(handleState).not.toHaveBeenCalled()
  })

  it('runs calls synchronously once loaded', async () => {
    const { audio, playback, onDemand, loads } = setUp()
    onDemand.fetch()
    loads[0]?.resolve(playback)
    await onDemand.player.load(media(1))
    expect(audio.paused).toBe(false)
    onDemand.player.pause()
    expect(audio.paused).toBe(true)
  })

  it('reports a failed load to the caller, and retries with the next call', async () => {
    const { audio, playback, onDemand, loads, handleMissing } = setUp()
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const first = onDemand.player.load(media(1))
    loads[0]?.reject(new Error('no connection'))
    await first
    expect(handleMissing).toHaveBeenCalledTimes(1)

    const second = onDemand.player.load(media(1))
    loads[1]?.resolve(playback)
    await second
    expect(audio.src).toBe('/api/media/1/stream')
    expect(handleMissing).toHaveBeenCalledTimes(1)
  })

  it('does not show a failed prefetch', async () => {
    const { onDemand, loads, handleMissing } = setUp()
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onDemand.fetch()
    loads[0]?.reject(new Error('no connection'))
    await vi.waitFor(() => expect(logged).toHaveBeenCalled())
    expect(handleMissing).not.toHaveBeenCalled()
  })
})
