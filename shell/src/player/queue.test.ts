import { MAX_QUEUE } from '@griot/contracts/player'
import { describe, expect, it } from 'vitest'
import { add, moveBy, playNext, type Queue, remove } from './queue.ts'
import { media } from './testing/silent-audio.ts'

const numbers = (queue: Queue) => queue.map(({ episode }) => Number(episode.title.replace('Episode ', '')))
const queueOf = (...which: number[]) => which.map((number) => media(number))

describe('the order of the queue', () => {
  it('puts an episode first, once', () => {
    expect(numbers(playNext(queueOf(1, 2), media(3)))).toEqual([3, 1, 2])
    expect(numbers(playNext(queueOf(1, 2, 3), media(3)))).toEqual([3, 1, 2])
  })

  it('adds at the end, and keeps the place of queued episodes', () => {
    expect(numbers(add(queueOf(1, 2), media(3)))).toEqual([1, 2, 3])
    expect(numbers(add(queueOf(1, 2, 3), media(1)))).toEqual([1, 2, 3])
  })

  it('moves within the queue', () => {
    expect(numbers(moveBy(queueOf(1, 2, 3), media(3).episode.id, -1))).toEqual([1, 3, 2])
    expect(numbers(moveBy(queueOf(1, 2, 3), media(1).episode.id, 9))).toEqual([2, 3, 1])
    const queue = queueOf(1, 2)
    expect(moveBy(queue, media(1).episode.id, -1)).toBe(queue)
    expect(moveBy(queue, media(7).episode.id, 1)).toBe(queue)
  })

  it('removes', () => {
    expect(numbers(remove(queueOf(1, 2, 3), media(2).episode.id))).toEqual([1, 3])
  })

  it('has a maximum length', () => {
    const one = media()
    const full = Array.from({ length: MAX_QUEUE }, (_, at) => ({
      ...one,
      episode: { ...one.episode, id: `${at}` },
    }))
    expect(add(full, media(1))).toHaveLength(MAX_QUEUE)
    expect(playNext(full, media(1))).toHaveLength(MAX_QUEUE)
  })
})
