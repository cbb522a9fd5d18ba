import type { PlayerEpisode } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createToasts } from '../toasts/toasts.ts'
import { createPlayer } from './engine.ts'
import { createPreferences } from './preferences.ts'
import { createQueue } from './queue.ts'
import { createSleepTimer } from './sleep-timer.ts'
import { media, SilentAudio } from './testing.ts'
import { createUpNext } from './up-next.ts'

type Find<Wanted> = (wanted: Wanted) => Promise<PlayerEpisode | null>

const setUp = (findFollowing?: Find<PlayerEpisode>, findCurrent?: Find<string>) => {
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const queue = createQueue(createStore({ id: 'ada' }))
  const sleepTimer = createSleepTimer(player)
  const preferences = createPreferences()
  const toasts = createToasts()
  const upNext = createUpNext({
    player,
    queue,
    sleepTimer,
    preferences,
    toasts,
    findCurrent:
      findCurrent ?? (async (id) => queue.state.get().find(({ episode }) => episode.id === id)?.episode ?? null),
    ...(findFollowing && { findFollowing }),
  })
  const playing = () => player.state.get().episode?.title
  const finish = () => audio.finish()
  void player.load(media(1))
  audio.sound(600)
  return { audio, player, queue, sleepTimer, preferences, toasts, upNext, playing, finish }
}

beforeEach(() => localStorage.clear())

describe('what comes next', () => {
  it('is the queue, in its order', async () => {
    const { audio, queue, playing, finish } = setUp()
    queue.add(media(2))
    queue.add(media(3))
    finish()
    await expect.poll(playing).toBe('Episode 2')
    audio.sound(600)
    finish()
    await expect.poll(playing).toBe('Episode 3')
    expect(queue.state.get()).toEqual([])
  })

  it('is the next episode of the show when nothing is queued', async () => {
    const { playing, finish } = setUp(async () => media(2).episode)
    finish()
    await expect.poll(playing).toBe('Episode 2')
  })

  it('is nothing when the person does not want that, but the queue they made goes on', async () => {
    const { preferences, queue, playing, finish, audio } = setUp(async () => media(9).episode)
    preferences.choose({ autoplay: false })
    queue.add(media(2))
    finish()
    await expect.poll(playing).toBe('Episode 2')
    audio.sound(600)
    finish()
    await Promise.resolve()
    expect(playing()).toBe('Episode 2')
  })

  it('is nothing when they wanted to fall asleep with this one', async () => {
    const { sleepTimer, queue, playing, finish } = setUp()
    queue.add(media(2))
    sleepTimer.atEpisodeEnd()
    finish()
    expect(playing()).toBe('Episode 1')
  })

  it('stays out of the way of someone who chose otherwise meanwhile', async () => {
    let answer: (following: PlayerEpisode) => void = () => undefined
    const { player, playing, finish } = setUp(() => new Promise((resolve) => (answer = resolve)))
    finish()
    void player.load(media(5))
    answer(media(2).episode)
    await expect.poll(playing).toBe('Episode 5')
  })

  it('is the audio that a queued episode has when its turn comes', async () => {
    const relinked = { ...media(2).episode, title: 'Episode 2, mended', audioUrl: '/api/media/other/stream' }
    const { queue, audio, playing, finish } = setUp(undefined, async () => relinked)
    queue.add(media(2))
    finish()
    await expect.poll(playing).toBe('Episode 2, mended')
    expect(audio.src).toBe('/api/media/other/stream')
  })

  it('skips what is gone, and says so', async () => {
    const { queue, toasts, playing, finish } = setUp(undefined, async (id) =>
      id === media(2).episode.id ? null : media(3).episode,
    )
    queue.add(media(2))
    queue.add(media(3))
    finish()
    await expect.poll(playing).toBe('Episode 3')
    expect(toasts.state.get()).toMatchObject({ description: '“Episode 2” is not available any more.' })
    expect(queue.state.get()).toEqual([])
  })

  it('is nothing when all that was queued is gone and no next episode is wanted', async () => {
    const { preferences, queue, playing, finish } = setUp(
      async () => media(9).episode,
      async () => null,
    )
    preferences.choose({ autoplay: false })
    queue.add(media(2))
    finish()
    await expect.poll(() => queue.state.get()).toEqual([])
    expect(playing()).toBe('Episode 1')
  })

  it('is what was queued, as it was, when nobody can be asked', async () => {
    const { queue, playing, finish } = setUp(undefined, () => Promise.reject(new Error('offline')))
    queue.add(media(2))
    finish()
    await expect.poll(playing).toBe('Episode 2')
  })

  it('leaves the queue alone when the person chooses otherwise meanwhile', async () => {
    let answer: (current: PlayerEpisode) => void = () => undefined
    const { player, queue, playing, finish } = setUp(undefined, () => new Promise((resolve) => (answer = resolve)))
    queue.add(media(2))
    finish()
    void player.load(media(5))
    answer(media(2).episode)
    await Promise.resolve()
    expect(playing()).toBe('Episode 5')
    expect(queue.state.get()).toHaveLength(1)
  })

  it('asks the catalogue, and takes what has no audio any more as gone', async () => {
    stubApi({ [`GET /api/episode/${media(2).episode.id}`]: { ...media(2).episode, audioUrl: null } })
    const player = createPlayer(new SilentAudio().asElement())
    const queue = createQueue(createStore({ id: 'ada' }))
    const toasts = createToasts()
    const around = { player, queue, toasts, sleepTimer: createSleepTimer(player), preferences: createPreferences() }
    queue.add(media(2))
    await createUpNext(around).next()
    expect(toasts.state.get()?.title).toBe('Skipped')
    vi.unstubAllGlobals()
  })

  it('can be asked for in the middle', async () => {
    const { upNext, playing } = setUp(async () => media(2).episode)
    await upNext.next()
    expect(playing()).toBe('Episode 2')
  })

  it('takes an episode out of the queue when it is played by hand', () => {
    const { player, queue } = setUp()
    queue.add(media(2))
    void player.load(media(2))
    expect(queue.state.get()).toEqual([])
  })

  it('is the next by number, past episodes that have no audio yet', async () => {
    const [one, two, three] = [1, 2, 3].map((number) => media(number).episode)
    stubApi({
      [`GET /api/episode/${one?.id}/neighbours`]: { previous: null, next: { ...two, audioUrl: null } },
      [`GET /api/episode/${two?.id}/neighbours`]: { previous: one, next: three },
    })
    const { playing, finish } = setUp()
    finish()
    await expect.poll(playing).toBe('Episode 3')
    vi.unstubAllGlobals()
  })
})

describe('the queue of a person', () => {
  it('is there after a reload, and is not that of who signs in next', () => {
    createQueue(createStore({ id: 'ada' })).add(media(2))
    expect(createQueue(createStore({ id: 'ada' })).state.get()).toEqual([media(2)])
    expect(createQueue(createStore({ id: 'bisi' })).state.get()).toEqual([])
  })

  it('opens when it is known who is there, and follows another tab', () => {
    createQueue(createStore({ id: 'ada' })).add(media(2))
    const user = createStore<{ id: string } | null>(null)
    const queue = createQueue(user)
    expect(queue.state.get()).toEqual([])
    user.set({ id: 'ada' })
    expect(queue.state.get()).toHaveLength(1)

    localStorage.setItem('griot:queue:ada', '[]')
    window.dispatchEvent(new StorageEvent('storage', { key: 'griot:queue:ada' }))
    expect(queue.state.get()).toEqual([])
  })
})
