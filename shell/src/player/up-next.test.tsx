import type { PlayerEpisode } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createToasts } from '../toasts/toasts.tsx'
import { createPlayer } from './engine.ts'
import { createPreferences } from './preferences.ts'
import { createQueue } from './queue.ts'
import { createSleepTimer } from './sleep-timer.ts'
import { media, SilentAudio } from './testing/silent-audio.ts'
import { createUpNext } from './up-next.ts'

type Find<Wanted> = (wanted: Wanted) => Promise<PlayerEpisode | null>

const setUp = (findFollowing?: Find<PlayerEpisode>, findCurrent?: Find<string>) => {
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const queue = createQueue(createStore({ id: 'ada' }))
  const sleepTimer = createSleepTimer(player)
  const preferences = createPreferences()
  const toasts = createToasts()
  const upNext = createUpNext(
    { player, queue, sleepTimer, preferences, toasts },
    {
      findCurrent:
        findCurrent ?? (async (id) => queue.state.get().find(({ episode }) => episode.id === id)?.episode ?? null),
      findFollowing: findFollowing ?? (async () => null),
    },
  )
  const playing = () => player.state.get().episode?.title
  const finish = () => audio.finish()
  void player.load(media(1))
  audio.startSound(600)
  return { audio, player, queue, sleepTimer, preferences, toasts, upNext, playing, finish }
}

beforeEach(() => localStorage.clear())

describe('up next', () => {
  it('plays the queue in its order', async () => {
    const { audio, queue, playing, finish } = setUp()
    queue.add(media(2))
    queue.add(media(3))
    finish()
    await expect.poll(playing).toBe('Episode 2')
    audio.startSound(600)
    finish()
    await expect.poll(playing).toBe('Episode 3')
    expect(queue.state.get()).toEqual([])
  })

  it('plays the next episode of the podcast when the queue is empty', async () => {
    const { playing, finish } = setUp(async () => media(2).episode)
    finish()
    await expect.poll(playing).toBe('Episode 2')
  })

  it('plays only the queue when autoplay is off', async () => {
    const { preferences, queue, playing, finish, audio } = setUp(async () => media(9).episode)
    preferences.choose({ autoplay: false })
    queue.add(media(2))
    finish()
    await expect.poll(playing).toBe('Episode 2')
    audio.startSound(600)
    finish()
    await Promise.resolve()
    expect(playing()).toBe('Episode 2')
  })

  it('plays nothing when the sleep timer ends with the episode', async () => {
    const { sleepTimer, queue, playing, finish } = setUp()
    queue.add(media(2))
    sleepTimer.atEpisodeEnd()
    finish()
    expect(playing()).toBe('Episode 1')
  })

  it('does not replace an episode that the user chose meanwhile', async () => {
    let answer: (following: PlayerEpisode) => void = () => undefined
    const { player, playing, finish } = setUp(() => new Promise((resolve) => (answer = resolve)))
    finish()
    void player.load(media(5))
    answer(media(2).episode)
    await expect.poll(playing).toBe('Episode 5')
  })

  it('plays the current audio of a queued episode', async () => {
    const relinked = { ...media(2).episode, title: 'Episode 2, corrected', audioUrl: '/api/media/other/stream' }
    const { queue, audio, playing, finish } = setUp(undefined, async () => relinked)
    queue.add(media(2))
    finish()
    await expect.poll(playing).toBe('Episode 2, corrected')
    expect(audio.src).toBe('/api/media/other/stream')
  })

  it('skips a deleted episode, and shows a toast', async () => {
    const { queue, toasts, playing, finish } = setUp(undefined, async (id) =>
      id === media(2).episode.id ? null : media(3).episode,
    )
    queue.add(media(2))
    queue.add(media(3))
    finish()
    await expect.poll(playing).toBe('Episode 3')
    expect(toasts.state.get()).toMatchObject({ description: '“Episode 2” is no longer available.' })
    expect(queue.state.get()).toEqual([])
  })

  it('plays nothing when all queued episodes are deleted and autoplay is off', async () => {
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

  it('plays the stored episode when the request fails', async () => {
    const { queue, playing, finish } = setUp(undefined, () => Promise.reject(new Error('offline')))
    queue.add(media(2))
    finish()
    await expect.poll(playing).toBe('Episode 2')
  })

  it('keeps the queue when the user chooses another episode meanwhile', async () => {
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

  it('skips a queued episode that has no audio any more', async () => {
    stubApi({ [`GET /api/episode/${media(2).episode.id}`]: { ...media(2).episode, audioUrl: null } })
    const player = createPlayer(new SilentAudio().asElement())
    const queue = createQueue(createStore({ id: 'ada' }))
    const toasts = createToasts()
    const options = { player, queue, toasts, sleepTimer: createSleepTimer(player), preferences: createPreferences() }
    queue.add(media(2))
    await createUpNext(options).next()
    expect(toasts.state.get()?.title).toBe('Skipped')
    vi.unstubAllGlobals()
  })

  it('plays the next episode on request', async () => {
    const { upNext, playing } = setUp(async () => media(2).episode)
    await upNext.next()
    expect(playing()).toBe('Episode 2')
  })

  it('reports that there is no next episode, or that it did not load', async () => {
    const last = setUp()
    await last.upNext.next()
    expect(last.toasts.state.get()).toMatchObject({ title: 'No Next Episode' })

    const offline = setUp(() => Promise.reject(new Error('offline')))
    await offline.upNext.next()
    expect(offline.toasts.state.get()).toMatchObject({ title: 'The next episode did not load' })
    expect(offline.playing()).toBe('Episode 1')
  })

  it('removes an episode from the queue when the user plays it', () => {
    const { player, queue } = setUp()
    queue.add(media(2))
    void player.load(media(2))
    expect(queue.state.get()).toEqual([])
  })

  it('skips episodes without audio', async () => {
    const [one, two, three] = [1, 2, 3].map((number) => media(number).episode)
    stubApi({
      [`GET /api/episode/${one?.id}/neighbours`]: { previous: null, next: { ...two, audioUrl: null } },
      [`GET /api/episode/${two?.id}/neighbours`]: { previous: one, next: three },
    })
    const player = createPlayer(new SilentAudio().asElement())
    const queue = createQueue(createStore({ id: 'ada' }))
    const options = { player, queue, toasts: createToasts(), preferences: createPreferences() }
    void player.load(media(1))
    await createUpNext({ ...options, sleepTimer: createSleepTimer(player) }).next()
    expect(player.state.get().episode?.title).toBe('Episode 3')
    vi.unstubAllGlobals()
  })
})

describe('the queue', () => {
  it('is stored for each user', () => {
    createQueue(createStore({ id: 'ada' })).add(media(2))
    expect(createQueue(createStore({ id: 'ada' })).state.get()).toEqual([media(2)])
    expect(createQueue(createStore({ id: 'bisi' })).state.get()).toEqual([])
  })

  it('loads when the user is known, and follows other tabs', () => {
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
