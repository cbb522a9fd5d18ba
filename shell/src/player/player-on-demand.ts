import type { PlayerApi, PlayerMedia, PlayerState, QueueApi } from '@griot/shell-sdk/contract'
import { createStore, type Store, type WritableStore } from '@griot/shell-sdk/store'
import { EMPTY_PLAYER } from './empty-player.ts'

/** The part of the player that modules can use. */
export interface LoadedPlayer {
  player: Omit<PlayerApi, 'queue'>
  queue: QueueApi
}

/**
 * A player whose code loads later, so that no page waits for it. Calls wait for the code. If it fails to load, `onMissing`
 * is called, and the next call retries.
 */
export const createPlayerOnDemand = (load: () => Promise<LoadedPlayer>, onMissing: () => void) => {
  const state = createStore<PlayerState>(EMPTY_PLAYER)
  const queue = createStore<readonly PlayerMedia[]>([])
  let loaded: LoadedPlayer | undefined
  let loading: Promise<LoadedPlayer> | null = null

  const fetchPlayer = () => {
    loading ??= load().then(
      (player) => {
        loaded = player
        mirror(player.player.state, state)
        mirror(player.queue.state, queue)
        return player
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  const run = async (action: (loaded: LoadedPlayer) => unknown) => {
    // In the task of the click if possible: browsers may reject a later play().
    if (loaded) return void action(loaded)
    await fetchPlayer().then(action, (error: unknown) => {
      console.error('the player did not load', error)
      onMissing()
    })
  }
  /** For actions that need a loaded episode. */
  const runIfLoading = (action: (loaded: LoadedPlayer) => void) => {
    if (loading) void run(action)
  }

  return {
    player: {
      state,
      load: (media: PlayerMedia) => run(({ player }) => player.load(media)),
      play: () => runIfLoading(({ player }) => player.play()),
      pause: () => runIfLoading(({ player }) => player.pause()),
      seek: (seconds: number) => runIfLoading(({ player }) => player.seek(seconds)),
    },
    queue: {
      state: queue,
      playNext: (media: PlayerMedia) => void run(({ queue }) => queue.playNext(media)),
      add: (media: PlayerMedia) => void run(({ queue }) => queue.add(media)),
      remove: (episodeId: string) => void run(({ queue }) => queue.remove(episodeId)),
    },
    fetch: () => void fetchPlayer().catch((error: unknown) => console.error('the player did not load', error)),
  }
}

const mirror = <T>(source: Store<T>, target: WritableStore<T>) => {
  const copy = () => target.set(source.get())
  copy()
  source.subscribe(copy)
}
