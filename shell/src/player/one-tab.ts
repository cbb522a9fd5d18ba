import type { Player } from './engine.ts'

const ELSEWHERE = 'This is playing in another tab now. Press play to listen here.'

/** One sound in this browser: the tab that begins to play has it, and the others pause where they are. */
export const playInOneTab = (player: Player, open = () => new BroadcastChannel('griot:player')) => {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = open()
  const isSounding = () => ['loading', 'playing', 'buffering'].includes(player.state.get().status)
  let wasSounding = false

  player.state.subscribe(() => {
    const sounds = isSounding()
    if (sounds && !wasSounding) channel.postMessage('playing')
    wasSounding = sounds
  })
  channel.addEventListener('message', () => {
    if (isSounding()) player.giveWay(ELSEWHERE)
  })
}
