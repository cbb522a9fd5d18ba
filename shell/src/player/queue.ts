import { MAX_QUEUE } from '@griot/contracts/player'
import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { createStore, type Store } from '@griot/shell-sdk/store'
import { createBus } from '../bus.ts'
import { createStoredValue, isRecord, type StoredValue } from '../storage/stored-value.ts'

export type Queue = readonly PlayerMedia[]

export const remove = (queue: Queue, episodeId: string) => queue.filter(({ episode }) => episode.id !== episodeId)

/** Puts the episode first, also if it is queued already. */
export const playNext = (queue: Queue, media: PlayerMedia): Queue =>
  [media, ...remove(queue, media.episode.id)].slice(0, MAX_QUEUE)

/** Puts the episode last. An episode that is queued already keeps its place. */
export const add = (queue: Queue, media: PlayerMedia): Queue =>
  queue.some(({ episode }) => episode.id === media.episode.id) || queue.length >= MAX_QUEUE ? queue : [...queue, media]

/** Moves an episode, towards the front if `places` is negative. */
export const moveBy = (queue: Queue, episodeId: string, places: number): Queue => {
  const from = queue.findIndex(({ episode }) => episode.id === episodeId)
  const media = queue[from]
  if (!media) return queue
  const to = Math.min(queue.length - 1, Math.max(0, from + places))
  return from === to ? queue : remove(queue, episodeId).toSpliced(to, 0, media)
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

const KEY_PREFIX = 'griot:queue:'

/** The queue of the signed-in user, shared between the tabs of this browser. `saved-player.ts` stores it on the server. */
export const createQueue = (user: Store<{ id: string } | null>) => {
  const state = createStore<Queue>([])
  const events = createBus<{ edited: Queue }>()
  let stored: StoredValue<Queue> | null = null
  let owner: string | null = null

  const replace = (queue: Queue) => {
    state.set(queue)
    stored?.write(queue)
  }
  const set = (queue: Queue) => {
    replace(queue)
    events.emit('edited', queue)
  }
  const read = () => state.set(stored?.read() ?? [])

  const openForUser = () => {
    const id = user.get()?.id
    // The queue stays when the session ends, like the sound.
    if (id === undefined || id === owner) return
    owner = id
    stored = createStoredValue(KEY_PREFIX + id, isQueue)
    read()
  }
  openForUser()
  user.subscribe(openForUser)
  window.addEventListener('storage', ({ key }) => {
    if (owner !== null && key === KEY_PREFIX + owner) read()
  })

  return {
    state,
    playNext: (media: PlayerMedia) => set(playNext(state.get(), media)),
    add: (media: PlayerMedia) => set(add(state.get(), media)),
    remove: (episodeId: string) => set(remove(state.get(), episodeId)),
    moveBy: (episodeId: string, places: number) => set(moveBy(state.get(), episodeId, places)),
    clear: () => set([]),
    /** Shows the queue of the server. */
    replace,
    /** Not called for changes by other tabs and by `replace`. */
    onEdited: (listener: (queue: Queue) => void) => events.on('edited', listener),
  }
}

export type PlayQueue = ReturnType<typeof createQueue>
