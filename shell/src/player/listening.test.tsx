import { GetPoints } from '@griot/contracts/points'
import { keyFor } from '@griot/contracts/query-key'
import type { User } from '@griot/contracts/user'
import type { ShellEvents } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session, SessionStore } from '../auth/session.ts'
import { signOut } from '../auth/sign-out.ts'
import { createBus } from '../modules/bus.ts'
import { createToasts } from '../toasts/toasts.ts'
import { createPlayer } from './engine.ts'
import { trackListening } from './listening.ts'
import { media, SilentAudio } from './testing.ts'

const ADA: User = {
  id: '0192f0c1-0000-7000-8000-0000000000cc',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  points: 0,
  level: 1,
  roles: [],
}
const SESSION_ID = '0192f0c1-0000-7000-8000-0000000000dd'

interface Sent {
  path: string
  method: string
  body: Record<string, unknown>
}

const setUp = ({ user = ADA, arrives }: { user?: User | null; arrives?: User } = {}) => {
  const sent: Sent[] = []
  const answers: Record<string, { status?: number; body: unknown }> = {
    '/api/listening/start': { body: { id: SESSION_ID, positionSeconds: 0 } },
    '/api/listening/heartbeat': { body: { creditedSeconds: 0 } },
    '/api/listening/end': { body: { pointsEarned: 7, weeklyBonus: 0, reasons: [] } },
    '/api/listening-history': { body: {} },
  }
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method, body = 'null' }: { method: string; body?: string }) => {
      sent.push({ path, method, body: JSON.parse(body) })
      const answer = answers[path]
      return new Response(JSON.stringify(answer?.body), { status: answer?.status ?? 200 })
    }),
  )

  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const known = createStore<User | null>(user)
  const session: SessionStore = {
    state: createStore<Session>({ status: 'loading' }),
    user: known,
    load: async () => undefined,
    noticeError: vi.fn(),
  }
  const toasts = createToasts()
  const queryClient = new QueryClient()
  const events = createBus<ShellEvents>()
  const { heard, stop: stopTracking } = trackListening({ player, session, toasts, queryClient, events })
  stop = stopTracking
  if (arrives) known.set(arrives)

  const play = async (number = 1) => {
    void player.load(media(number))
    audio.sound(600)
    await settle()
  }
  const listen = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      audio.currentTime += 1
      await vi.advanceTimersByTimeAsync(1000)
    }
  }
  return { sent, answers, audio, player, session, toasts, queryClient, events, heard, play, listen }
}

const settle = async () => {
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}
const paths = (sent: Sent[]) => sent.map(({ path }) => path.replace('/api/listening/', ''))

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('listening', () => {
  it('starts with the sound, beats every 15 seconds and ends with what was heard', async () => {
    const { sent, audio, play, listen } = setUp()
    await play()
    expect(sent).toMatchObject([{ path: '/api/listening/start', body: { episodeId: media().episode.id } }])

    await listen(16)
    expect(paths(sent)).toEqual(['start', 'heartbeat'])
    expect(sent[1]?.body).toMatchObject({ sessionId: SESSION_ID, listeningDuration: 15 })

    audio.finish()
    await settle()
    expect(sent.at(-1)).toMatchObject({
      path: '/api/listening/end',
      body: { sessionId: SESSION_ID, listeningDuration: 16, totalProgress: 600, completed: true },
    })
  })

  it('knows what counts towards points by now', async () => {
    const { answers, heard, audio, play, listen } = setUp()
    answers['/api/listening/start'] = {
      body: { id: SESSION_ID, positionSeconds: 0, creditedSeconds: 90, isCompletionPaid: true },
    }
    expect(heard()).toBeNull()
    await play()
    await listen(12)
    expect(heard()).toEqual({
      episodeId: media().episode.id,
      creditedBefore: 90,
      isCompletionPaid: true,
      seconds: 12,
    })
    audio.finish()
    await settle()
    expect(heard()).toBeNull()
  })

  it('promises nothing once a limit leaves nothing', async () => {
    const { answers, heard, play, listen } = setUp()
    answers['/api/listening/start'] = {
      body: { id: SESSION_ID, positionSeconds: 0, creditedSeconds: 0, isCompletionPaid: false, pointsLeft: 1 },
    }
    await play()
    await listen(59)
    expect(heard()).toMatchObject({ seconds: 59 })
    await listen(1)
    expect(heard()).toBeNull()
  })

  it('does nothing for someone who is signed out', async () => {
    const { sent, play, listen } = setUp({ user: null })
    await play()
    await listen(20)
    expect(sent).toEqual([])
  })

  it('does not count pauses', async () => {
    const { sent, player, play, listen } = setUp()
    await play()
    await listen(5)
    player.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.at(-1)).toMatchObject({ path: '/api/listening/heartbeat', body: { listeningDuration: 5 } })
    expect(paths(sent)).toEqual(['start', 'heartbeat'])
  })

  it('ends the first episode before it starts the second', async () => {
    const { sent, play, listen } = setUp()
    await play(1)
    await listen(3)
    await play(2)
    expect(paths(sent)).toEqual(['start', 'end', 'start'])
    expect(sent[1]?.body).toMatchObject({ listeningDuration: 3, completed: false })
    expect(sent[2]?.body).toEqual({ episodeId: media(2).episode.id })
  })

  it('celebrates points, and has the numbers asked for again', async () => {
    const { answers, audio, toasts, queryClient, events, play } = setUp()
    answers['/api/listening/end'] = { body: { pointsEarned: 31, weeklyBonus: 15, reasons: [] } }
    const key = keyFor(GetPoints, { params: { id: 'me' } })
    queryClient.setQueryData(key, {})
    queryClient.setQueryData(['/api/podcasts'], [])
    const [changed, ended] = [vi.fn(), vi.fn()]
    events.on('points.changed', changed)
    events.on('listening.ended', ended)

    await play()
    audio.finish()
    await settle()

    expect(toasts.state.get()).toMatchObject({
      title: 'Points Earned!',
      description: 'You earned 31 points! That includes a weekly bonus of 15 points.',
    })
    expect(changed).toHaveBeenCalledWith({ points: 31 })
    expect(ended).toHaveBeenCalledWith({ episodeId: media(1).episode.id })
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(['/api/podcasts'])?.isInvalidated).toBe(false)
  })

  it('says only that progress was saved to somebody who hides points', async () => {
    const { answers, audio, sent, heard, toasts, queryClient, play } = setUp()
    answers['/api/listening/end'] = {
      body: { pointsEarned: 31, weeklyBonus: 0, reasons: [{ reason: 'badge', points: 10, sentence: 'A badge.' }] },
    }
    queryClient.setQueryData(keyFor(GetPoints, { params: { id: 'me' } }), { hidePoints: true })

    await play()
    expect(heard()).toBeNull()
    audio.finish()
    await settle()

    expect(toasts.state.get()).toMatchObject({
      title: 'Progress Saved',
      description: 'Your listening progress has been recorded.',
    })
    expect(sent.map(({ path }) => path)).not.toContain('/api/user/me/check-badges')
  })

  it('has the numbers asked for again when the start was paid', async () => {
    const { answers, queryClient, toasts, play } = setUp()
    answers['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 0, pointsEarned: 5 } }
    const key = keyFor(GetPoints, { params: { id: ADA.id } })
    queryClient.setQueryData(key, {})

    await play()
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
    expect(toasts.state.get()).toBeNull()
  })

  it('resumes where the person was, unless that was the end', async () => {
    const { answers, audio, play } = setUp()
    answers['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 240 } }
    await play(1)
    expect(audio.currentTime).toBe(240)

    audio.currentTime = 0
    answers['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 590 } }
    await play(2)
    expect(audio.currentTime).toBe(0)
  })

  it('ends by beacon when the page goes', async () => {
    const sendBeacon = vi.fn((_path: string, _body: Blob) => true)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon }))
    const { play, listen } = setUp()
    await play()
    await listen(4)
    window.dispatchEvent(new Event('pagehide'))

    expect(sendBeacon).toHaveBeenCalledOnce()
    const [path, blob] = sendBeacon.mock.calls[0] ?? []
    expect(path).toBe('/api/listening/end')
    expect(blob?.type).toBe('application/json')
    window.dispatchEvent(new Event('pagehide'))
    expect(sendBeacon).toHaveBeenCalledOnce()
  })

  it('ends before the person is signed out, and does not begin again', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    const { sent, audio, play, listen } = setUp()
    await play()
    await listen(4)
    // As in a browser: silent at once, and said to be so a moment later.
    audio.pause = () => void setTimeout(() => audio.say('pause'), 5)
    const isOut = signOut()
    audio.say('timeupdate')
    await vi.advanceTimersByTimeAsync(5)
    await isOut

    expect(paths(sent)).toEqual(['start', 'end'])
    expect(sent.at(-1)?.body).toMatchObject({ listeningDuration: 4, totalProgress: 4 })
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/logout')
  })

  it('keeps nobody from signing out when the server does not answer', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    const { play } = setUp()
    await play()
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    void signOut()
    await vi.advanceTimersByTimeAsync(2000)

    expect(assign).toHaveBeenCalledOnce()
  })
})

describe('listening in trouble', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => {
    vi.restoreAllMocks()
    localStorage.clear()
  })

  const HISTORY = `/api/user/me/listening-history?episodeId=${media().episode.id}`
  const leave = () => window.dispatchEvent(new Event('pagehide'))
  /** Somebody was told nothing by the server, and left a minute in. */
  const leaveUntold = async () => {
    const before = setUp()
    before.answers['/api/listening/start'] = { status: 503, body: {} }
    await before.play()
    before.audio.currentTime = 59
    await before.listen(1)
    leave()
    stop()
  }

  it('tells the place of somebody who left before the server had answered, before the next session begins', async () => {
    await leaveUntold()
    const { answers, sent, events, play } = setUp({ user: null, arrives: ADA })
    const ended = vi.fn()
    events.on('listening.ended', ended)
    answers[HISTORY] = { body: [] }
    await play()

    expect(sent.map(({ path }) => path)).toEqual([HISTORY, '/api/listening-history', '/api/listening/start'])
    expect(sent[1]?.body).toEqual({
      episodeId: media().episode.id,
      podcastId: media().podcast.id,
      progress: 10,
      completed: false,
    })
    expect(ended).toHaveBeenCalledExactlyOnceWith({ episodeId: media().episode.id })
    expect(localStorage.getItem('griot:untold-place')).toBe('null')
  })

  it.each([
    { known: 20, told: ['PUT'] },
    { known: 300, told: [] },
  ])('moves a place at $known seconds forwards and never back', async ({ known, told }) => {
    await leaveUntold()
    const { answers, sent } = setUp()
    answers[HISTORY] = { body: [{ id: 'entry', positionSeconds: known }] }
    answers['/api/listening-history/entry'] = { body: {} }
    await settle()
    expect(sent.slice(1).map(({ method }) => method)).toEqual(told)
  })

  it('keeps the place while the server is away, and to who it belongs', async () => {
    await leaveUntold()
    const { sent } = setUp({ user: { ...ADA, id: '0192f0c1-0000-7000-8000-0000000000ee' } })
    await settle()
    expect(sent).toEqual([])
    stop()

    const away = setUp()
    away.answers[HISTORY] = { status: 503, body: {} }
    await settle()
    stop()
    const back = setUp()
    back.answers[HISTORY] = { body: [] }
    await settle()
    expect(back.sent.map(({ path }) => path)).toEqual([HISTORY, '/api/listening-history'])
  })

  it('asks once more for what a session brought when its end was lost', async () => {
    const first = setUp()
    await first.play()
    await first.listen(4)
    first.answers['/api/listening/end'] = { status: 503, body: {} }
    first.audio.finish()
    await settle()
    stop()

    const { answers, sent } = setUp()
    answers[HISTORY] = { body: [{ id: 'entry', positionSeconds: 600 }] }
    await settle()
    expect(sent.map(({ path }) => path)).toEqual(['/api/listening/end', HISTORY])
    expect(sent[0]?.body).toMatchObject({ sessionId: SESSION_ID, totalProgress: 600, completed: true })
  })

  it('plays on when the server does not answer, and asks again with the next heartbeat', async () => {
    const { answers, sent, player, play, listen } = setUp()
    answers['/api/listening/start'] = { status: 503, body: {} }
    await play()
    await listen(10)
    expect(player.state.get().status).toBe('playing')
    expect(paths(sent)).toEqual(['start'])

    answers['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 0 } }
    await listen(10)
    expect(paths(sent)).toEqual(['start', 'start'])
  })

  it('begins a new session when the server has closed the old one', async () => {
    const { answers, sent, play, listen } = setUp()
    await play()
    answers['/api/listening/heartbeat'] = { status: 409, body: {} }
    await listen(16)
    expect(paths(sent)).toEqual(['start', 'heartbeat', 'start'])
  })

  it('shows a refused call to the session', async () => {
    const { answers, session, play } = setUp()
    answers['/api/listening/start'] = { status: 401, body: {} }
    await play()
    expect(session.noticeError).toHaveBeenCalledOnce()
  })
})
