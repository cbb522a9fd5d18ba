import type { PlayerMedia, QueueApi } from '@griot/shell-sdk/contract'
import { createStore, type Store } from '@griot/shell-sdk/store'
import { isRecord, type Stored, stored } from '../stored.ts'
import { add, moveBy, playNext, type Queue, remove } from './queue-order.ts'

export interface PlayQueue extends QueueApi {
  state: Store<Queue>
  moveBy(episodeId: string, places: number): void
  clear(): void
}

const isMedia = (value: unknown): value is PlayerMedia =>
  isRecord(value) &&
  isRecord(value.episode) &&
  isRecord(value.podcast) &&
  typeof value.episode.id === 'string' &&
  typeof value.episode.title === 'string' &&
  typeof value.episode.duration === 'number' &&
  typeof value.podcast.id === 'string' &&
  typeof value.podcast.title === 'string'

const isQueue = (value: unknown): value is Queue => Array.isArray(value) && value.every(isMedia)

const NAME = 'griot:queue:'

/**
 * The queue of the signed-in person, kept in this browser. Whoever signs in next at the same machine has their own, and
 * two tabs of one person show the same.
 */
export const createQueue = (user: Store<{ id: string } | null>): PlayQueue => {
  const state = createStore<Queue>([])
  let memory: Stored<Queue> | null = null
  let owner: string | null = null

  const become = (queue: Queue) => {
    state.set(queue)
    memory?.write(queue)
  }
  const read = () => state.set(memory?.read() ?? [])

  const open = () => {
    const id = user.get()?.id
    // A session that has ended keeps its queue on the page, as it keeps the sound.
    if (id === undefined || id === owner) return
    owner = id
    memory = stored(NAME + id, isQueue)
    read()
  }
  open()
  user.subscribe(open)
  window.addEventListener('storage', ({ key }) => {
    if (owner !== null && key === NAME + owner) read()
  })

  return {
    state,
    playNext: (media) => become(playNext(state.get(), media)),
    add: (media) => become(add(state.get(), media)),
    remove: (episodeId) => become(remove(state.get(), episodeId)),
    moveBy: (episodeId, places) => become(moveBy(state.get(), episodeId, places)),
    clear: () => become([]),
  }
}
