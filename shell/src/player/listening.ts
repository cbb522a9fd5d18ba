import { ApiError } from '@griot/contracts/errors'
import { EndListening, HeartbeatListening, ListListeningSessions, StartListening } from '@griot/contracts/listening'
import { GetLeaderboard, GetPoints, type UserPoints } from '@griot/contracts/points'
import { isReadOf, keyFor } from '@griot/contracts/query-key'
import type { Bus, PlayerEpisode, ShellEvents } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from '../auth/session.ts'
import { beforeSignOut } from '../auth/sign-out.ts'
import { announceBadges } from '../badges/announce-badges.ts'
import type { Toasts } from '../toasts/toasts.ts'
import type { Heard } from './earnings.ts'
import type { Played, Player } from './engine.ts'
import { COMPLETED_SHARE, claim, endClaim, heardSeconds, hush, type Listening, newListening } from './heard.ts'
import { PROGRESS_SAVED, pointsToast } from './points-toast.ts'
import { createUntoldPlace } from './untold-place.ts'

const HEARTBEAT_MS = 15_000
/** The server closes a session that was silent for two minutes; after a pause of nearly that we begin a new one. */
const SILENCE_MS = 110_000
const CALL_TIMEOUT_MS = 10_000

// A call that hangs must not hold up those that wait behind it.
const inTime = () => ({ signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })

interface Around {
  player: Player
  session: SessionStore
  toasts: Toasts
  queryClient: QueryClient
  events: Bus<ShellEvents>
}

/**
 * Tells the server what is heard: a session from the first sound on, a heartbeat every 15 seconds, and an end when the
 * episode finishes, another one begins, or the page goes. Never in the way of the sound.
 */
export const trackListening = ({ player, session, toasts, queryClient, events }: Around) => {
  let current: Listening | null = null
  /** After a refused start or a last end, on the page's clock: the sound goes on, and we ask again with the next heartbeat. */
  let startNotBefore = 0
  const untold = createUntoldPlace(session.user)
  /** The server does not know where the person is: it has not answered since. */
  let isPlaceUntold = false
  // Calls go out one after the other, so an end never overtakes its start.
  let work: Promise<void> = Promise.resolve()
  const queue = (job: () => Promise<void>) => {
    work = work.then(job).catch((error: unknown) => {
      session.noticeError(error)
      console.error('listening session call failed', error)
    })
  }

  const begin = (episode: PlayerEpisode) => {
    const listening = newListening(episode)
    current = listening
    isPlaceUntold = true
    queue(tellPlace)
    queue(async () => {
      try {
        const started = await call(
          StartListening,
          { body: { episodeId: episode.id } },
          { ...inTime(), keepalive: true },
        )
        listening.id = started.id
        if (current === listening) isPlaceUntold = false
        listening.creditedBefore = started.creditedSeconds
        listening.isCompletionPaid = started.isCompletionPaid
        listening.pointsLeft = started.pointsLeft ?? null
        // The start itself pays, once an episode: nobody should see a total without it.
        if (started.pointsEarned > 0) {
          refreshNumbers()
          events.emit('points.changed', { points: started.pointsEarned })
        }
        if (current !== listening) return
        const { duration } = player.state.get()
        // Whoever has heard it to the end listens again from the start.
        if (started.positionSeconds > 0 && started.positionSeconds < duration * COMPLETED_SHARE) {
          player.resumeAt(started.positionSeconds)
        }
      } catch (error) {
        if (current === listening) current = null
        startNotBefore = performance.now() + HEARTBEAT_MS
        throw error
      }
    })
    return listening
  }

  const end = (played: Pick<Played, 'position' | 'duration'>) => {
    const listening = current
    if (!listening) return
    current = null
    hush(listening)
    queue(async () => {
      if (!listening.id) return
      const body = endClaim(listening, listening.id, played)
      const receipt = await call(EndListening, { body }, { ...inTime(), keepalive: true }).catch((error: unknown) => {
        untold.keep({ ...listening, ...played, end: body })
        throw error
      })
      const toast = pointsToast(receipt)
      if (toast) toasts.show(arePointsHidden() ? PROGRESS_SAVED : toast)
      // First what everybody shows: modules ask for the rest of theirs, and nothing twice.
      refreshNumbers()
      if (receipt.pointsEarned > 0) events.emit('points.changed', { points: receipt.pointsEarned })
      events.emit('listening.ended', { episodeId: listening.episodeId })
      if (arePointsHidden()) return
      if (!receipt.reasons.some(({ reason }) => reason === 'badge')) return
      await announceBadges(events, { action: 'episode_completed', data: { episodeId: listening.episodeId } }, inTime())
    })
  }

  /** The person wants to see podcasts and no points. As far as it is known: the frame asks when the page begins. */
  const arePointsHidden = () =>
    queryClient.getQueryData<UserPoints>(keyFor(GetPoints, { params: { id: 'me' } }))?.hidePoints ?? false

  const refreshNumbers = () => {
    const ids = ['me', session.user.get()?.id ?? 'me']
    const stale = ids.flatMap((id) => [
      isReadOf(GetPoints, { params: { id } }),
      isReadOf(ListListeningSessions, { params: { id } }),
    ])
    stale.push(isReadOf(GetLeaderboard, {}))
    void queryClient.invalidateQueries({ predicate: (query) => stale.some((isStale) => isStale(query)) })
  }

  const beat = () => {
    const listening = current
    const state = player.state.get()
    if (!listening) return follow()
    const sessionId = listening.id
    if (!sessionId) return
    queue(async () => {
      try {
        await call(HeartbeatListening, { body: claim(listening, sessionId, state) }, inTime())
        if (current === listening) isPlaceUntold = false
      } catch (error) {
        if (current === listening) isPlaceUntold = true
        const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409)
        if (!isGone) throw error
        if (current === listening) current = null
        follow()
      }
    })
  }

  /** Brings the session in line with what the player does now. */
  const follow = () => {
    const state = player.state.get()
    if (state.status !== 'playing' || !state.episode) {
      if (!current || current.soundingSince === null) return
      hush(current)
      // Whoever pauses may close the lid next: the place is known to the second.
      if (state.status === 'paused') beat()
      return
    }
    if (!session.user.get() || (!current && performance.now() < startNotBefore)) return
    const isStale = current?.silentSince != null && performance.now() - current.silentSince > SILENCE_MS
    if (current && (isStale || current.episodeId !== state.episode.id)) end(state)
    const listening = current ?? begin(state.episode)
    listening.soundingSince ??= performance.now()
    listening.silentSince = null
  }

  const leavePage = () => {
    const { episode, position, duration } = player.state.get()
    const listening = current
    if (listening?.id) hush(listening)
    const end = listening?.id ? endClaim(listening, listening.id, { position, duration }) : null
    if (isPlaceUntold && episode) {
      untold.keep({ episodeId: episode.id, podcastId: episode.podcastId, position, duration, end })
    }
    if (!end) return
    current = null
    navigator.sendBeacon(EndListening.path, new Blob([JSON.stringify(end)], { type: 'application/json' }))
  }

  /** Before a session begins, so that it goes on from there. */
  const tellPlace = async () => {
    const episodeId = await untold.tell(inTime())
    if (episodeId === null) return
    refreshNumbers()
    events.emit('listening.ended', { episodeId })
  }
  const tellPlaceOnArrival = () => {
    if (session.user.get()) queue(tellPlace)
  }

  /** Whoever signs out while it plays is credited what they heard, and not only up to the last heartbeat. */
  const endBeforeSignOut = () => {
    player.pause()
    end(player.state.get())
    // The audio element says only later that it is silent.
    startNotBefore = performance.now() + HEARTBEAT_MS
    return work
  }

  const timer = setInterval(() => {
    if (player.state.get().status === 'playing') beat()
  }, HEARTBEAT_MS)
  window.addEventListener('pagehide', leavePage)
  window.addEventListener('pageshow', follow)
  tellPlaceOnArrival()
  const unsubscribe = [
    session.user.subscribe(tellPlaceOnArrival),
    player.state.subscribe(follow),
    player.onLeft(end),
    player.onFinished(end),
    beforeSignOut(endBeforeSignOut),
  ]

  return {
    /** What counts towards points by now; null while nothing is recorded, or when nothing more can come of it. */
    heard: (): Heard | null => {
      if (!current?.id || arePointsHidden()) return null
      const { episodeId, creditedBefore, isCompletionPaid, pointsLeft } = current
      const seconds = heardSeconds(current)
      if (pointsLeft !== null && seconds >= pointsLeft * 60) return null
      return { episodeId, creditedBefore, isCompletionPaid, seconds }
    },
    stop: () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', leavePage)
      window.removeEventListener('pageshow', follow)
      for (const stop of unsubscribe) stop()
    },
  }
}
