import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADA, paths, SESSION_ID, settle, setUp, stop, withFakeClock } from './testing/listening-harness.ts'
import { media } from './testing/silent-audio.ts'

withFakeClock()

describe('listening when requests fail', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => {
    vi.restoreAllMocks()
    localStorage.clear()
  })

  const HISTORY = `/api/user/me/listening-history?episodeId=${media().episode.id}`
  const hidePage = () => window.dispatchEvent(new Event('pagehide'))
  /** The page is closed after a minute, and no request has succeeded. */
  const closeOffline = async () => {
    const before = setUp()
    before.responses['/api/listening/start'] = { status: 503, body: {} }
    await before.play()
    before.audio.currentTime = 59
    await before.listen(1)
    hidePage()
    stop()
  }

  it('sends the position of a page that was closed offline, before the next session starts', async () => {
    await closeOffline()
    const { responses, sent, events, play } = setUp({ user: null, signsIn: ADA })
    const ended = vi.fn()
    events.on('listening.ended', ended)
    responses[HISTORY] = { body: [] }
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
    { stored: 20, methods: ['PUT'] },
    { stored: 300, methods: [] },
  ])('moves a position of $stored seconds forwards only', async ({ stored, methods }) => {
    await closeOffline()
    const { responses, sent } = setUp()
    responses[HISTORY] = { body: [{ id: 'entry', positionSeconds: stored }] }
    responses['/api/listening-history/entry'] = { body: {} }
    await settle()
    expect(sent.slice(1).map(({ method }) => method)).toEqual(methods)
  })

  it('keeps the position while the server is unavailable, for its user', async () => {
    await closeOffline()
    const { sent } = setUp({ user: { ...ADA, id: '0192f0c1-0000-7000-8000-0000000000ee' } })
    await settle()
    expect(sent).toEqual([])
    stop()

    const offline = setUp()
    offline.responses[HISTORY] = { status: 503, body: {} }
    await settle()
    stop()
    const online = setUp()
    online.responses[HISTORY] = { body: [] }
    await settle()
    expect(online.sent.map(({ path }) => path)).toEqual([HISTORY, '/api/listening-history'])
  })

  it('sends the end of a session again that failed', async () => {
    const first = setUp()
    await first.play()
    await first.listen(4)
    first.responses['/api/listening/end'] = { status: 503, body: {} }
    first.audio.finish()
    await settle()
    stop()

    const { responses, sent } = setUp()
    responses[HISTORY] = { body: [{ id: 'entry', positionSeconds: 600 }] }
    await settle()
    expect(sent.map(({ path }) => path)).toEqual(['/api/listening/end', HISTORY])
    expect(sent[0]?.body).toMatchObject({ sessionId: SESSION_ID, totalProgress: 600, completed: true })
  })

  it('plays on when the start fails, and retries with the next heartbeat', async () => {
    const { responses, sent, player, play, listen } = setUp()
    responses['/api/listening/start'] = { status: 503, body: {} }
    await play()
    await listen(10)
    expect(player.state.get().status).toBe('playing')
    expect(paths(sent)).toEqual(['start'])

    responses['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 0 } }
    await listen(10)
    expect(paths(sent)).toEqual(['start', 'start'])
  })

  it('starts a new session when the server has ended the old one', async () => {
    const { responses, sent, play, listen } = setUp()
    await play()
    responses['/api/listening/heartbeat'] = { status: 409, body: {} }
    await listen(16)
    expect(paths(sent)).toEqual(['start', 'heartbeat', 'start'])
  })

  it('reports an unauthorized request to the session', async () => {
    const { responses, session, play } = setUp()
    responses['/api/listening/start'] = { status: 401, body: {} }
    await play()
    expect(session.noticeError).toHaveBeenCalledOnce()
  })

  describe('after the sign-in has expired', () => {
    const expire = ({ session, responses }: ReturnType<typeof setUp>) => {
      responses['/api/listening/heartbeat'] = { status: 401, body: {} }
      vi.mocked(session.noticeError).mockImplementation(() => {
        session.state.set({ status: 'ended', user: ADA })
        session.user.set(null)
      })
    }
    const beats = (sent: ReturnType<typeof setUp>['sent']) => paths(sent).filter((path) => path === 'heartbeat')

    it('sends no heartbeat until the next sign-in', async () => {
      const page = setUp()
      await page.play()
      expire(page)
      await page.listen(100)
      expect(beats(page.sent)).toHaveLength(1)

      page.responses['/api/listening/heartbeat'] = { body: { creditedSeconds: 100 } }
      page.responses[HISTORY] = { body: [{ id: 'entry', positionSeconds: 600 }] }
      page.session.user.set(ADA)
      await page.listen(16)
      expect(beats(page.sent).length).toBeGreaterThan(1)
    })

    it.each([
      { how: 'a closed page', close: hidePage },
      { how: 'a killed page', close: () => undefined },
    ])('sends the position of $how after the next sign-in of the same user', async ({ close }) => {
      const page = setUp()
      await page.play()
      expire(page)
      await page.listen(61)
      close()
      stop()

      const other = setUp({ user: { ...ADA, id: '0192f0c1-0000-7000-8000-0000000000ee' } })
      await settle()
      expect(other.sent).toEqual([])
      stop()
      const { responses, sent } = setUp()
      responses[HISTORY] = { body: [] }
      await settle()
      const created = sent.find(({ path }) => path === '/api/listening-history')
      expect(created?.body.progress).toBeGreaterThan(7)
    })
  })
})
