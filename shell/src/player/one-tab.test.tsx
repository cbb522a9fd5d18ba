import { describe, expect, it } from 'vitest'
import { createPlayer } from './engine.ts'
import { playInOneTab } from './one-tab.ts'
import { media, SilentAudio } from './testing.ts'

// A name of its own for each pair of tabs; events of real channels arrive later, so they are waited for.
const openTabs = () => {
  const name = crypto.randomUUID()
  const tab = () => {
    const audio = new SilentAudio()
    const player = createPlayer(audio.asElement())
    playInOneTab(player, () => new BroadcastChannel(name))
    const play = (number: number) => {
      void player.load(media(number))
      audio.sound(600)
    }
    const become = (status: string) =>
      new Promise<void>((resolve) => {
        const look = () => player.state.get().status === status && resolve()
        player.state.subscribe(look)
        look()
      })
    return { audio, player, play, become }
  }
  return [tab(), tab()] as const
}

describe('two tabs', () => {
  it('never sound together: the later one takes over, and the first can take it back', async () => {
    const [first, second] = openTabs()
    first.play(1)
    second.play(2)
    await first.become('paused')
    await new Promise<void>((resolve) => queueMicrotask(resolve))
    expect(first.player.state.get().problem).toContain('another tab')
    expect(second.player.state.get().status).toBe('playing')

    first.player.play()
    first.audio.say('playing')
    await second.become('paused')
    expect(first.player.state.get()).toMatchObject({ status: 'playing', problem: null })
  })
})
