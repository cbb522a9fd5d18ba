import type { PlayerMedia } from '@griot/shell-sdk/contract'

export type Queue = readonly PlayerMedia[]

/** Nobody looks through more, and it has to fit in the browser's storage. */
export const LONGEST_QUEUE = 200

const without = (queue: Queue, episodeId: string) => queue.filter(({ episode }) => episode.id !== episodeId)

export const remove = without

/** Straight after what plays now, also when it was queued for later. */
export const playNext = (queue: Queue, media: PlayerMedia): Queue =>
  [media, ...without(queue, media.episode.id)].slice(0, LONGEST_QUEUE)

/** At the end; what is queued already keeps its place. */
export const add = (queue: Queue, media: PlayerMedia): Queue =>
  queue.some(({ episode }) => episode.id === media.episode.id) || queue.length >= LONGEST_QUEUE
    ? queue
    : [...queue, media]

/** Moves an episode by places, towards the front when negative, never beyond the ends. */
export const moveBy = (queue: Queue, episodeId: string, places: number): Queue => {
  const from = queue.findIndex(({ episode }) => episode.id === episodeId)
  const media = queue[from]
  if (!media) return queue
  const to = Math.min(queue.length - 1, Math.max(0, from + places))
  return from === to ? queue : without(queue, episodeId).toSpliced(to, 0, media)
}
