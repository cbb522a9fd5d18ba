import type { PlayerState } from '@griot/shell-sdk/contract'

/** How the player stands before anything is played. */
export const SILENCE: PlayerState = {
  status: 'empty',
  episode: null,
  podcast: null,
  position: 0,
  duration: 0,
  volume: 100,
  muted: false,
}
