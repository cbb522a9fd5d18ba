import { GetPoints } from '@griot/contracts/points'
import { keyFor } from '@griot/contracts/query-key'
import type { WritableStore } from '@griot/shell-sdk/store'
import { describe, expect, it, vi } from 'vitest'
import { signOut } from '../auth/sign-out.ts'
import { PENDING_POINTS } from '../points/pending-points.tsx'
import { pendingPoints } from './listening.ts'
import { type ADA, paths, SESSION_ID, settle, setUp, withFakeClock } from './testing/listening-harness.ts'
import { media } from './testing/silent-audio.ts'

withFakeClock()

describe('listening', () => {
  it('starts with the sound, sends a heartbeat every 15 seconds and ends with the seconds heard', async () => {
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

  it('returns the seconds that count towards points', async () => {
    const { responses, heard, audio, play, listen } = setUp()
    responses['/api/listening/start'] = {
      body: { id: SESSION_ID, positionSeconds: 0, creditedSeconds: 90, isCompletionPaid: true },
    }
    expect(heard()).toBeNull()
    await play()
    await listen(12)
    expect(heard()).toEqual({
      episodeId: media().episode.id,
      creditedBefore: 90,
      isCompletionPaid: true,
      startBonus: null,
      seconds: 12,
    })
    audio.finish()
    await settle()
    expect(heard()).toBeNull()
  })

  it('returns nothing once the points limit is reached', async () => {
    const { responses, heard, play, listen } = setUp()
    responses['/api/listening/start'] = {
      body: { id: SESSION_ID, positionSeconds: 0, creditedSeconds: 0, isCompletionPaid: false, pointsLeft: 1 },
    }
    await play()
    await listen(59)
    expect(heard()).toMatchObject({ seconds: 59 })
    await listen(1)
    expect(heard()).toBeNull()
  })

  it('shows the pending points of the heartbeat until the new balance is fetched', async () => {
    const { responses, audio, queryClient, play, listen } = setUp()
    const key = keyFor(GetPoints, { params: { id: 'me' } })
    queryClient.setQueryData(key, { totalPoints: 87 })
    responses['/api/listening/heartbeat'] = { body: { creditedSeconds: 15, pendingPoints: 3, totalPoints: 87 } }
    await play()
    expect(pendingPoints(queryClient)).toBeNull()
    await listen(15)
    expect(pendingPoints(queryClient)).toEqual({ pending: 3, total: 87 })
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false)
    audio.finish()
    await settle()
    expect(pendingPoints(queryClient)).toBeNull()
  })

  it('fetches the points again when the server has credited minutes', async () => {
    const { responses, events, queryClient, play, listen } = setUp()
    const key = keyFor(GetPoints, { params: { id: 'me' } })
    queryClient.setQueryData(key, { totalPoints: 87 })
    responses['/api/listening/heartbeat'] = { body: { creditedSeconds: 15, pendingPoints: 0, totalPoints: 97 } }
    const changed = vi.fn()
    events.on('points.changed', changed)
    await play()
    await listen(15)
    expect(changed).toHaveBeenCalledWith({ points: 10 })
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
  })

  it('reports a whole minute at once', async () => {
    const { responses, sent, play, listen } = setUp()
    responses['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 0, creditedSeconds: 50 } }
    await play()
    await listen(26)
    expect(sent.map(({ body }) => body.listeningDuration)).toEqual([undefined, 10, 25])
  })

  it('reports the seconds that earn the points for the start at once, and announces those points before', async () => {
    const { responses, heard, sent, play, listen } = setUp()
    const startBonus = { points: 5, inSeconds: 22 }
    responses['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 0, creditedSeconds: 8, startBonus } }
    responses['/api/listening/heartbeat'] = {
      body: { creditedSeconds: 15, pendingPoints: 0, totalPoints: 0, startBonus: { points: 5, inSeconds: 7 } },
    }
    await play()
    expect(heard()?.startBonus).toEqual({ points: 5, atSeconds: 22 })
    await listen(21)
    expect(heard()?.startBonus).toEqual({ points: 5, atSeconds: 22 })
    responses['/api/listening/heartbeat'] = { body: { creditedSeconds: 22, pendingPoints: 5, totalPoints: 0 } }
    await listen(1)
    expect(sent.map(({ body }) => body.listeningDuration)).toEqual([undefined, 15, 22])
    expect(heard()?.startBonus).toBeNull()
  })

  it('counts only the seconds that the server accepts', async () => {
    const { responses, heard, sent, play, listen } = setUp()
    responses['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 0, creditedSeconds: 0 } }
    responses['/api/listening/heartbeat'] = { body: { creditedSeconds: 13 } }
    await play()
    await listen(16)
    expect(heard()).toMatchObject({ seconds: 14 })
    delete responses['/api/listening/heartbeat']
    expect(sent.filter(({ path }) => path.endsWith('heartbeat'))).toHaveLength(1)
  })

  it('promises and shows no points once the session has ended', async () => {
    const { heard, queryClient, session, play, listen } = setUp()
    await play()
    await listen(5)
    queryClient.setQueryData(PENDING_POINTS, { pending: 1, total: 87 })
    expect(heard()).not.toBeNull()
    ;(session.user as WritableStore<typeof ADA | null>).set(null)
    expect(heard()).toBeNull()
    expect(pendingPoints(queryClient)).toBeNull()
  })

  it('ends after a pause as long as the server waits', async () => {
    const { sent, player, play, listen } = setUp()
    await play()
    await listen(5)
    player.pause()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(paths(sent)).toEqual(['start', 'heartbeat', 'end'])
    expect(sent.at(-1)?.body).toMatchObject({ listeningDuration: 5 })
  })

  it('does nothing when signed out', async () => {
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

  it('shows a receipt without the points of badges, and invalidates the queries of points', async () => {
    const { responses, audio, toasts, queryClient, events, play } = setUp()
    responses['/api/listening/end'] = {
      body: {
        pointsEarned: 42,
        weeklyBonus: 15,
        reasons: [
          { reason: 'started', points: 5, sentence: '' },
          { reason: 'minutes', points: 2, sentence: '' },
          { reason: 'completed', points: 10, sentence: '' },
          { reason: 'weekly', points: 15, sentence: '' },
          { reason: 'badge', points: 10, sentence: '' },
        ],
      },
    }
    responses['/api/user/me/check-badges'] = { body: { newBadges: [] } }
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
      description: 'You earned 32 points!\n5 started · 2 minutes · 10 finished · 15 weekly bonus',
    })
    expect(changed).toHaveBeenCalledWith({ points: 42 })
    expect(ended).toHaveBeenCalledWith({ episodeId: media(1).episode.id })
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(['/api/podcasts'])?.isInvalidated).toBe(false)
  })

  it('shows a toast without points to users who hide them', async () => {
    const { responses, audio, sent, heard, toasts, queryClient, play } = setUp()
    responses['/api/listening/end'] = {
      body: {
        pointsEarned: 31,
        weeklyBonus: 0,
        reasons: [
          { reason: 'minutes', points: 21, sentence: '' },
          { reason: 'badge', points: 10, sentence: '' },
        ],
      },
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

  it('resumes the earlier position, unless the episode was completed', async () => {
    const { responses, audio, play } = setUp()
    responses['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 240 } }
    await play(1)
    expect(audio.currentTime).toBe(240)

    audio.currentTime = 0
    responses['/api/listening/start'] = { body: { id: SESSION_ID, positionSeconds: 590 } }
    await play(2)
    expect(audio.currentTime).toBe(0)
  })

  it('ends with a beacon when the page closes', async () => {
    const sendBeacon = vi.fn((_path: string, _body: Blob) => true)
    vi.stubGlobal('navigator', { onLine: true, sendBeacon })
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

  it('ends before sign-out, and does not start again', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    const { sent, audio, play, listen } = setUp()
    await play()
    await listen(4)
    // Browsers send the pause event a moment later.
    audio.pause = () => void setTimeout(() => audio.emit('pause'), 5)
    const signedOut = signOut()
    audio.emit('timeupdate')
    await vi.advanceTimersByTimeAsync(5)
    await signedOut

    expect(paths(sent)).toEqual(['start', 'end'])
    expect(sent.at(-1)?.body).toMatchObject({ listeningDuration: 4, totalProgress: 4 })
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/logout')
  })

  it('signs out after two seconds when the server does not respond', async () => {
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
