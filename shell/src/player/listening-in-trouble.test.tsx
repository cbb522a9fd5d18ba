import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADA, paths, SESSION_ID, settle, setUp, stop, withStandingClock } from './given-listening.ts'
import { media } from './testing.ts'

withStandingClock()

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
