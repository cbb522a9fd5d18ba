import { GetPoints } from '@griot/contracts/points'
import { keyFor } from '@griot/contracts/query-key'
import { describe, expect, it, vi } from 'vitest'
import { signOut } from '../auth/sign-out.ts'
import { ADA, paths, SESSION_ID, settle, setUp, withStandingClock } from './given-listening.ts'
import { media } from './testing.ts'

withStandingClock()

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
