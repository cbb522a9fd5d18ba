import type { PlayerState } from '@griot/shell-sdk/contract'

export const EMPTY_PLAYER: PlayerState = {
  status: 'empty',
  episode: null,
  podcast: null,
  position: 0,
  duration: 0,
  volume: 100,
  muted: false,
}

/** Whether the user hears the episode, or will as soon as it has loaded. */
export const isSounding = ({ status }: Pick<PlayerState, 'status'>) =>
  status === 'playing' || status === 'loading' || status === 'buffering'
