import { isSounding } from './empty-player.ts'
import type { Player } from './engine.ts'

const OTHER_TAB = 'This is playing in another tab now. Press play to listen here.'

/** Pauses this tab when another tab of the browser starts to play, and the other way round. */
export const playInOneTab = (player: Player, openChannel = () => new BroadcastChannel('griot:player')) => {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = openChannel()
  let wasSounding = false

  player.state.subscribe(() => {
    const sounds = isSounding(player.state.get())
    if (sounds && !wasSounding) channel.postMessage('playing')
    wasSounding = sounds
  })
  channel.addEventListener('message', () => {
    if (isSounding(player.state.get())) player.interrupt(OTHER_TAB)
  })
}
