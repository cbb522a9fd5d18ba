import type { ResponseOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import { EndListening, HeartbeatListening, ListListeningSessions, StartListening } from '@griot/contracts/listening'
import { GetLeaderboard, GetPoints, type UserPoints } from '@griot/contracts/points'
import { isReadOf, keyFor } from '@griot/contracts/query-key'
import type { Bus, ShellEvents, Toast } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from '../auth/session.ts'
import { beforeSignOut } from '../auth/sign-out.ts'
import { announceEarned } from '../badges/announce-earned.ts'
import { natives } from '../natives.ts'
import { PENDING_POINTS, type PendingPoints } from '../points/pending-points.tsx'
import { createMachine } from '../state-machine.ts'
import type { Toasts } from '../toasts/toasts.tsx'
import type { Heard } from './earnings.ts'
import type { Player } from './engine.ts'
import type { Played } from './engine-state.ts'
import {
  countedSeconds,
  endBody,
  INITIAL_LISTENING,
  type ListeningEffect,
  type ListeningEvent,
  next,
} from './listening-state.ts'
import { receiptToast } from './receipt.ts'
import { createUnsentPosition } from './unsent-position.ts'

const REQUEST_TIMEOUT_MS = 10_000
const TICK_MS = 1_000

// A request that hangs must not delay those behind it for long.
const withDeadline = () => {
  const { timeoutSignal } = natives()
  return { signal: timeoutSignal(REQUEST_TIMEOUT_MS) }
}

export interface ListeningOptions {
  player: Player
  session: SessionStore
  toasts: Toasts
  queryClient: QueryClient
  events: Bus<ShellEvents>
  /** Called when the server has ended the session. It may pause the player, so that no other session starts. */
  onSessionGone?: () => Promise<unknown>
}

/**
 * Reports listening sessions to the server: a start with the first sound, a heartbeat every 15 seconds, and an end when the
 * episode ends, another one starts, a pause is long, or the page closes. The decisions are in `listening-state.ts`.
 */
export const trackListening = (options: ListeningOptions) => {
  const { player, session, queryClient } = options
  const requests = createRequests(options, (event) => dispatch(event))
  const { store, dispatch } = createMachine(
    INITIAL_LISTENING,
    (state, event: ListeningEvent) => next(state, event, performance.now()),
    requests.perform,
  )

  const situation = () => ({ player: player.state.get(), isSignedIn: session.user.get() !== null })
  const onPlayerChanged = () => dispatch({ type: 'player-changed', ...situation() })
  const onEpisodeEnded = (played: Played) => dispatch({ type: 'episode-ended', played })
  const onPageHidden = () => dispatch({ type: 'page-hidden', player: player.state.get() })
  const onUserChanged = () => {
    if (session.user.get()) requests.sendUnsentPosition()
    else setPending(queryClient, null)
  }
  /** Ends the session, so that everything heard is credited. */
  const endBeforeSignOut = () => {
    player.pause()
    dispatch({ type: 'signing-out', played: player.state.get() })
    return requests.done()
  }

  const { setInterval, clearInterval } = natives()
  const timer = setInterval(() => dispatch({ type: 'tick', ...situation() }), TICK_MS)
  window.addEventListener('pagehide', onPageHidden)
  window.addEventListener('pageshow', onPlayerChanged)
  onUserChanged()
  const unsubscribe = [
    session.user.subscribe(onUserChanged),
    player.state.subscribe(onPlayerChanged),
    player.onLeft(onEpisodeEnded),
    player.onFinished(onEpisodeEnded),
    beforeSignOut(endBeforeSignOut),
  ]

  return {
    /** What counts towards points now; null while no session is recorded, or if it can earn nothing more. */
    heard: (): Heard | null => {
      const { current } = store.get()
      if (!current?.id || session.user.get() === null || arePointsHidden(queryClient)) return null
      const { episode, creditedBefore, isCompletionPaid, startBonus, pointsLeft } = current
      const seconds = countedSeconds(current, performance.now())
      if (pointsLeft !== null && seconds >= pointsLeft * 60) return null
      return { episodeId: episode.id, creditedBefore, isCompletionPaid, startBonus, seconds }
    },
    stop: () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', onPageHidden)
      window.removeEventListener('pageshow', onPlayerChanged)
      for (const stop of unsubscribe) stop()
    },
  }
}

type EffectOf<Type> = Extract<ListeningEffect, { do: Type }>

const createPointsUpdates = (options: ListeningOptions) => {
  const { session, queryClient, events } = options

  /** The server credits minutes of an open session, too. */
  const noticePoints = (points: PendingPoints) => {
    if (session.user.get() === null) return
    setPending(queryClient, points)
    const known = cachedPoints(queryClient)?.totalPoints
    if (known === undefined || known === points.total) return
    void refreshPoints(options)
    events.emit('points.changed', { points: points.total - known })
  }

  /** After a credit: pending points stay until the new balance is shown. */
  const settlePoints = async () => {
    const settled = pendingPoints(queryClient)
    await refreshPoints(options)
    if (pendingPoints(queryClient) === settled) setPending(queryClient, null)
  }

  return { noticePoints, settlePoints }
}

/** One request after the other, so that an end never overtakes its start. */
const createRequestQueue = (session: ListeningOptions['session']) => {
  let requests: Promise<void> = Promise.resolve()
  return {
    add(request: () => Promise<void>) {
      requests = requests.then(request).catch((error: unknown) => {
        session.noticeError(error)
        console.error('listening request failed', error)
      })
    },
    done: () => requests,
  }
}

/** Sends heartbeats, and stores the position while the sign-in has expired. */
const createHeartbeat = (
  options: ListeningOptions,
  dispatch: (event: ListeningEvent) => void,
  unsentPosition: ReturnType<typeof createUnsentPosition>,
  { noticePoints, settlePoints }: ReturnType<typeof createPointsUpdates>,
) => {
  const { player, session } = options

  /** The sign-in has expired. The next one sends the position. */
  const keepHeartbeat = (key: number) => {
    const { episode, ...played } = player.state.get()
    if (episode) unsentPosition.store(episode, played, null)
    dispatch({ type: 'heartbeat-failed', key })
  }

  return async ({ key, body }: EffectOf<'send-heartbeat'>) => {
    if (session.user.get() === null) return keepHeartbeat(key)
    try {
      const response = await call(HeartbeatListening, { body }, withDeadline())
      const { creditedSeconds, pendingPoints: pending = 0, totalPoints: total } = response
      const rejectedSeconds = body.listeningDuration - creditedSeconds
      dispatch({ type: 'heartbeat-accepted', key, rejectedSeconds, response })
      if (total !== undefined) noticePoints({ pending, total })
    } catch (error) {
      const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409)
      if (!isGone) {
        dispatch({ type: 'heartbeat-failed', key })
        throw error
      }
      // The server has ended the session and credited it.
      void settlePoints()
      await options.onSessionGone?.()
      dispatch({ type: 'session-gone', key, player: player.state.get(), isSignedIn: session.user.get() !== null })
    }
  }
}

/** Performs the effects. Results of requests are dispatched as events. */
const createRequests = (options: ListeningOptions, dispatch: (event: ListeningEvent) => void) => {
  const { player, session, events } = options
  const unsentPosition = createUnsentPosition(session)
  const points = createPointsUpdates(options)
  /** Ids of sessions by their key. */
  const sessionIds = new Map<number, string>()

  const queue = createRequestQueue(session)

  const start = async ({ key, episode }: EffectOf<'start'>) => {
    try {
      const body = { episodeId: episode.id }
      const response = await call(StartListening, { body }, { ...withDeadline(), keepalive: true })
      sessionIds.set(key, response.id)
      dispatch({ type: 'started', key, response, duration: player.state.get().duration })
    } catch (error) {
      dispatch({ type: 'start-failed', key })
      throw error
    }
  }

  const sendHeartbeat = createHeartbeat(options, dispatch, unsentPosition, points)

  const end = async ({ listening, played }: EffectOf<'end'>) => {
    const sessionId = sessionIds.get(listening.key)
    if (sessionId === undefined) return
    const { id: episodeId } = listening.episode
    const body = endBody(listening, sessionId, played)
    const receipt = await call(EndListening, { body }, { ...withDeadline(), keepalive: true }).catch(
      (error: unknown) => {
        unsentPosition.store(listening.episode, played, body)
        throw error
      },
    )
    // Before the events: modules refetch their data on them, and shared queries must not be fetched twice.
    void points.settlePoints()
    await announceReceipt(options, receipt, episodeId)
  }

  const sendUnsentPosition = async () => {
    const episodeId = await unsentPosition.send(withDeadline())
    if (episodeId === null) return
    void refreshPoints(options)
    events.emit('listening.ended', { episodeId })
  }

  return {
    sendUnsentPosition: () => queue.add(sendUnsentPosition),
    /** Resolves when all requests so far are done. */
    done: queue.done,
    perform: (effect: ListeningEffect) => {
      if (effect.do === 'start') {
        // The position first: the session continues from it.
        queue.add(sendUnsentPosition)
        queue.add(() => start(effect))
      } else if (effect.do === 'send-heartbeat') queue.add(() => sendHeartbeat(effect))
      else if (effect.do === 'end') queue.add(() => end(effect))
      else if (effect.do === 'resume') player.resumeAt(effect.seconds)
      else if (effect.do === 'store-position') unsentPosition.store(effect.episode, effect.played, effect.end)
      else sendEndBeacon(effect)
    },
  }
}

const announceReceipt = async (
  options: ListeningOptions,
  receipt: ResponseOf<typeof EndListening>,
  episodeId: string,
) => {
  const { toasts, queryClient, events } = options
  const isHidden = arePointsHidden(queryClient)
  const toast = receiptToast(receipt)
  if (toast) toasts.show(isHidden ? PROGRESS_SAVED : toast)
  if (receipt.pointsEarned > 0) events.emit('points.changed', { points: receipt.pointsEarned })
  events.emit('listening.ended', { episodeId })
  if (isHidden || !receipt.reasons.some(({ reason }) => reason === 'badge')) return
  await announceEarned(options, { action: 'episode_completed', data: { episodeId } }, withDeadline())
}

const sendEndBeacon = ({ body }: EffectOf<'send-end-beacon'>) => {
  const { sendBeacon, stringify } = natives()
  sendBeacon?.(EndListening.path, new Blob([stringify(body)], { type: 'application/json' }))
}

const setPending = (queryClient: QueryClient, points: PendingPoints | null) =>
  queryClient.setQueryData(PENDING_POINTS, points)

export const pendingPoints = (queryClient: QueryClient) =>
  queryClient.getQueryData<PendingPoints | null>(PENDING_POINTS) ?? null

const cachedPoints = (queryClient: QueryClient) =>
  queryClient.getQueryData<UserPoints>(keyFor(GetPoints, { params: { id: 'me' } }))

const arePointsHidden = (queryClient: QueryClient) => cachedPoints(queryClient)?.hidePoints ?? false

const refreshPoints = ({ queryClient, session }: ListeningOptions) => {
  const ids = ['me', session.user.get()?.id ?? 'me']
  const stale = ids.flatMap((id) => [
    isReadOf(GetPoints, { params: { id } }),
    isReadOf(ListListeningSessions, { params: { id } }),
  ])
  stale.push(isReadOf(GetLeaderboard, {}))
  return invalidate(queryClient, stale)
}

/** For users who hide points. */
const PROGRESS_SAVED: Toast = {
  title: 'Progress Saved',
  description: 'Your listening progress has been recorded.',
}
