import { describe, expect, it } from 'vitest'
import { createPlayer } from './engine.ts'
import { playInOneTab } from './one-tab.ts'
import { media, SilentAudio } from './testing/silent-audio.ts'

// Each pair of tabs uses its own channel, whose events arrive later.
const openTabs = () => {
  const name = crypto.randomUUID()
  const tab = () => {
    const audio = new SilentAudio()
    const player = createPlayer(audio.asElement())
    playInOneTab(player, () => new BroadcastChannel(name))
    const play = (number: number) => {
      void player.load(media(number))
      audio.startSound(600)
    }
    const untilStatus = (status: string) =>
      new Promise<void>((resolve) => {
        const check = () => player.state.get().status === status && resolve()
        player.state.subscribe(check)
        check()
      })
    return { audio, player, play, untilStatus }
  }
  return [tab(), tab()] as const
}

describe('two tabs', () => {
  it('never play together: the later one pauses the first, and the other way round', async () => {
    const [first, second] = openTabs()
    first.play(1)
    second.play(2)
    await first.untilStatus('paused')
    await new Promise<void>((resolve) => queueMicrotask(resolve))
    expect(first.player.state.get().problem).toContain('another tab')
    expect(second.player.state.get().status).toBe('playing')

    first.player.play()
    first.audio.emit('playing')
    await second.untilStatus('paused')
    expect(first.player.state.get()).toMatchObject({ status: 'playing', problem: null })
  })
})
