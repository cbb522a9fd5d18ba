import type { PlayerApi, PlayerMedia, QueueApi } from '@griot/shell-sdk/contract'
import { createStore, type Store } from '@griot/shell-sdk/store'
import { SILENCE } from './silence.ts'

/** What everybody may steer, modules included. */
export interface Sound {
  player: Omit<PlayerApi, 'queue'>
  queue: QueueApi
}

const NOTHING_QUEUED: readonly PlayerMedia[] = []

/**
 * The sound before its own files are here: no page waits for them. Whoever presses play meanwhile is heard once they are,
 * and where they do not come, another press is another try.
 */
export const createSoundOnDemand = (load: () => Promise<Sound>, onMissing: () => void): Sound & { fetch(): void } => {
  const here = createStore<Sound | null>(null)
  let coming: Promise<Sound> | null = null

  const fetchSound = () => {
    coming ??= load().then(
      (sound) => {
        here.set(sound)
        return sound
      },
      (error: unknown) => {
        coming = null
        throw error
      },
    )
    return coming
  }

  /** In the task of the press, wherever it can be: a sound that begins later may be refused as unwanted. */
  const tell = async (say: (sound: Sound) => unknown) => {
    const sound = here.get()
    if (sound) return void say(sound)
    await fetchSound().then(say, (error: unknown) => {
      console.error('the player did not load', error)
      onMissing()
    })
  }
  /** Where nobody has asked for any sound, there is none to stop or to move. */
  const tellOfSound = (say: (sound: Sound) => void) => {
    if (coming) void tell(say)
  }

  return {
    player: {
      state: through(here, ({ player }) => player.state, SILENCE),
      load: (media) => tell(({ player }) => player.load(media)),
      play: () => tellOfSound(({ player }) => player.play()),
      pause: () => tellOfSound(({ player }) => player.pause()),
      seek: (seconds) => tellOfSound(({ player }) => player.seek(seconds)),
    },
    queue: {
      state: through(here, ({ queue }) => queue.state, NOTHING_QUEUED),
      playNext: (media) => void tell(({ queue }) => queue.playNext(media)),
      add: (media) => void tell(({ queue }) => queue.add(media)),
      remove: (episodeId) => void tell(({ queue }) => queue.remove(episodeId)),
    },
    fetch: () => void fetchSound().catch((error: unknown) => console.error('the player did not load', error)),
  }
}

/** A store of what comes later; until then it holds what stands before. */
const through = <T>(here: Store<Sound | null>, of: (sound: Sound) => Store<T>, before: T): Store<T> => ({
  get: () => {
    const sound = here.get()
    return sound ? of(sound).get() : before
  },
  subscribe: (listener) => {
    let stop: (() => void) | undefined
    const follow = () => {
      const sound = here.get()
      if (sound) stop ??= of(sound).subscribe(listener)
    }
    follow()
    const stopWaiting = here.subscribe(() => {
      follow()
      listener()
    })
    return () => {
      stopWaiting()
      stop?.()
    }
  },
})
