import type { SavedPlayer } from '@griot/contracts/player'
import type { User } from '@griot/contracts/user'
import { createStore } from '@griot/shell-sdk/store'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '../auth/session.ts'
import { createPlayer } from './engine.ts'
import { createQueue } from './queue.ts'
import { connectSavedPlayer, OTHER_DEVICE } from './saved-player.ts'
import { ADA } from './testing/listening-harness.ts'
import { media, SilentAudio } from './testing/silent-audio.ts'

const OTHER = '0192f0c1-0000-7000-8000-0000000000ee'
const EMPTY: SavedPlayer = { version: 0, episodeId: null, positionSeconds: 0, rate: 1, queue: [], playingOn: null }
const ALL = [1, 2, 3].map((number) => media(number))

let userId: string

/** A page, on a server that has saved a player. */
const setUp = (given: Partial<SavedPlayer>, answers: Record<string, unknown> = {}) => {
  const server: { saved: SavedPlayer; isDown: boolean } = { saved: { ...EMPTY, ...given }, isDown: false }
  const api = stubApi({
    'GET /api/player': () => (server.isDown ? failure(503, 'Down.') : server.saved),
    'PUT /api/player': ({ body }: { body: unknown }) => {
      if (server.isDown) return failure(503, 'Down.')
      const { deviceId: _, ageMs: __, isPlaying: ___, ...change } = body as Record<string, unknown>
      server.saved = { ...server.saved, ...change, version: server.saved.version + 1 }
      return server.saved
    },
    'GET /api/episodes': ALL.map(({ episode }) => ({ ...episode, description: 'Long.' })),
    'GET /api/podcasts': [media().podcast],
    ...answers,
  })
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  // The pages of earlier tests still react to events, with users of their own.
  const user = createStore<User | null>({ ...ADA, id: userId })
  const sessionState = createStore<Session>({ status: 'signedIn', user: { ...ADA, id: userId } })
  const session = { user, state: sessionState, noticeError: () => undefined }
  const queue = createQueue(user)
  const { sync } = connectSavedPlayer({ player, queue, session })
  const queued = () => queue.state.get().map(({ episode }) => episode.id)
  const settle = () => vi.advanceTimersByTimeAsync(1000)
  /** The sign-in expires, and the user signs in again. */
  const expire = () => {
    sessionState.set({ status: 'ended', user: { ...ADA, id: userId } })
    user.set(null)
  }
  const signIn = () => {
    sessionState.set({ status: 'signedIn', user: { ...ADA, id: userId } })
    user.set({ ...ADA, id: userId })
  }
  return { server, api, audio, player, queue, queued, sync, settle, expire, signIn, state: () => player.state.get() }
}

const idOf = (number: number) => media(number).episode.id

beforeEach(() => {
  userId = crypto.randomUUID()
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the saved player', () => {
  it('keeps a position that is chosen after the sign-in has expired, and sends it after the next one', async () => {
    const page = setUp({ version: 4, episodeId: idOf(1), positionSeconds: 10 })
    await page.settle()
    page.expire()
    page.player.seek(240)
    await page.settle()
    expect(page.api.callsOf('PUT')).toEqual([])
    page.signIn()
    await page.settle()
    expect(page.api.callsOf('PUT').at(-1)?.body).toMatchObject({ episodeId: idOf(1), positionSeconds: 240 })
  })

  it('is restored paused, with its queue, by one request for all episodes', async () => {
    const given = { version: 4, episodeId: idOf(1), positionSeconds: 240, rate: 1.5, queue: [idOf(3), idOf(2)] }
    const { api, audio, player, state, queued, sync } = setUp(given)
    await sync()
    expect(state()).toMatchObject({ status: 'paused', problem: null, position: 240, rate: 1.5, duration: 600 })
    expect(state().episode?.title).toBe('Episode 1')
    expect(queued()).toEqual([idOf(3), idOf(2)])
    expect(audio.paused).toBe(true)
    expect(api.calls.map(({ path }) => path.split('?')[0])).toEqual([
      '/api/player',
      '/api/episodes',
      '/api/podcasts',
      '/api/player',
    ])
    expect(api.callsOf('PUT')).toEqual([])

    player.play()
    audio.startSound(600)
    expect(audio.currentTime).toBe(240)
  })

  it('is restored after the click during which it arrives, and not if the click plays something', async () => {
    const press = (type: string) => window.dispatchEvent(new Event(type))
    for (const playsInClick of [false, true]) {
      userId = crypto.randomUUID()
      const { player, state, settle } = setUp({ version: 4, episodeId: idOf(1), positionSeconds: 240 })
      press('pointerdown')
      await settle()
      // The bar would cover what the listener presses.
      expect(state().status).toBe('empty')
      press('pointerup')
      if (playsInClick) void player.load(media(2))
      await settle()
      expect(state().episode?.id).toBe(idOf(playsInClick ? 2 : 1))
      expect(state().status).toBe(playsInClick ? 'loading' : 'paused')
    }
  })

  it('is restored during a press that does not end', async () => {
    const { state, settle } = setUp({ version: 4, episodeId: idOf(1) })
    window.dispatchEvent(new Event('pointerdown'))
    await settle()
    await settle()
    await settle()
    expect(state().status).toBe('paused')
    window.dispatchEvent(new Event('pointercancel'))
    await settle()
  })

  it('leaves out deleted episodes and those without audio', async () => {
    const list = [ALL[0]?.episode, { ...ALL[1]?.episode, audioUrl: null }]
    const given = { version: 1, episodeId: idOf(3), queue: [idOf(2), idOf(1), idOf(3)] }
    const { state, queued, sync } = setUp(given, { 'GET /api/episodes': list })
    await sync()
    expect(state().status).toBe('empty')
    expect(queued()).toEqual([idOf(1)])
  })

  it('sends the episode at once, and what follows together', async () => {
    const { api, audio, player, queue, settle, sync } = setUp({})
    await sync()
    void player.load(media(1))
    audio.startSound(600)
    await sync()
    expect(api.callsOf('PUT').at(-1)?.body).toMatchObject({ episodeId: idOf(1), rate: 1, isPlaying: true })

    queue.add(media(2))
    player.setRate(1.5)
    player.pause()
    player.seek(300)
    player.seek(301)
    await settle()
    expect(api.callsOf('PUT')).toHaveLength(2)
    expect(api.callsOf('PUT').at(-1)?.body).toMatchObject({
      rate: 1.5,
      isPlaying: false,
      positionSeconds: 301,
      queue: [idOf(2)],
    })
  })

  it('is restored after a reload, although the server says that this device plays', async () => {
    localStorage.setItem('griot:device', '"this"')
    const { state, sync } = setUp({ version: 4, episodeId: idOf(1), positionSeconds: 240, playingOn: 'this' })
    await sync()
    expect(state()).toMatchObject({ status: 'paused', problem: null, position: 240, episode: { id: idOf(1) } })
  })

  it('pauses with a sentence when another device plays, and sends no pause', async () => {
    const { api, server, audio, player, state, settle, sync } = setUp({})
    void player.load(media(1))
    audio.startSound(600)
    await sync()
    server.saved = { ...server.saved, version: 9, episodeId: idOf(2), playingOn: OTHER }
    await sync()
    expect(state()).toMatchObject({ status: 'paused', problem: OTHER_DEVICE, episode: { id: idOf(1) } })
    await settle()
    expect(api.callsOf('PUT')).toHaveLength(1)

    player.play()
    await sync()
    expect(state().problem).toBeNull()
    expect(api.callsOf('PUT').at(-1)?.body).toMatchObject({ episodeId: idOf(1), isPlaying: true })
  })

  it('shows what another device has done meanwhile when the page is visible again', async () => {
    const { server, state, queued, sync } = setUp({ version: 1, episodeId: idOf(1) })
    await sync()
    server.saved = { ...server.saved, version: 2, episodeId: idOf(2), positionSeconds: 30, queue: [idOf(3)] }
    document.dispatchEvent(new Event('visibilitychange'))
    await sync()
    expect(state()).toMatchObject({ status: 'paused', position: 30, episode: { id: idOf(2) } })
    expect(queued()).toEqual([idOf(3)])
  })

  it('keeps a change until the server is back, and says how old it is', async () => {
    const { api, server, queue, queued, settle, sync } = setUp({ version: 1, queue: [idOf(1)] })
    await sync()
    server.isDown = true
    queue.add(media(2))
    await settle()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(localStorage.getItem(`griot:unsent-player:${userId}`)).toContain(idOf(2))

    server.isDown = false
    window.dispatchEvent(new Event('online'))
    await sync()
    expect(api.callsOf('PUT').at(-1)?.body).toMatchObject({ ageMs: 60_000, queue: [idOf(1), idOf(2)] })
    expect(queued()).toEqual([idOf(1), idOf(2)])
    expect(localStorage.getItem(`griot:unsent-player:${userId}`)).toBe('null')
  })

  it('saves a queue that an earlier release stored in the browser', async () => {
    createQueue(createStore({ id: userId })).add(media(2))
    const { api, queued, settle } = setUp({})
    await settle()
    expect(api.callsOf('PUT')[0]?.body).toMatchObject({ queue: [idOf(2)] })
    expect(queued()).toEqual([idOf(2)])
  })

  it('works with a service that lacks the endpoint', async () => {
    const missing = { 'GET /api/player': failure(404, 'No.'), 'PUT /api/player': failure(404, 'No.') }
    const { audio, player, queue, queued, state, settle, sync } = setUp({}, missing)
    queue.add(media(2))
    void player.load(media(1))
    audio.startSound(600)
    await settle()
    await sync()
    expect(state().status).toBe('playing')
    expect(queued()).toEqual([idOf(2)])
  })
})
