import { ApiError } from '@griot/contracts/errors'
import { GetPlayer, type SavedPlayer, SavePlayer } from '@griot/contracts/player'
import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import type { SessionStore } from '../auth/session.ts'
import { beforeSignOut } from '../auth/sign-out.ts'
import { natives } from '../natives.ts'
import { createStoredValue } from '../storage/stored-value.ts'
import { isSounding } from './empty-player.ts'
import type { Player } from './engine.ts'
import { listenerOf } from './listener-of.ts'
import { loadMedia } from './load-media.ts'
import { watchPointer } from './pointer-release.ts'
import type { PlayQueue } from './queue.ts'
import { type Change, changeOf, createUnsentChanges, type UnsentChanges } from './unsent-changes.ts'

export const OTHER_DEVICE = 'Playing on another device. Press play to continue here.'

const REQUEST_TIMEOUT_MS = 10_000
/** Changes that follow each other, such as those of a dragged slider, are sent together. */
const DELAY_MS = 1_000

const withDeadline = () => {
  const { timeoutSignal } = natives()
  return { signal: timeoutSignal(REQUEST_TIMEOUT_MS) }
}

interface Options {
  player: Player
  queue: PlayQueue
  session: Pick<SessionStore, 'user' | 'state' | 'noticeError'>
}

/**
 * Stores the episode, its speed and the queue on the server, and restores them: paused, after a reload and on other devices.
 * The newer action of two devices wins. Another device is noticed when the page becomes visible, with every change, and when
 * the server has ended the listening session, because the other device has started one.
 */
export const connectSavedPlayer = ({ player, queue, session }: Options) => {
  const deviceId = readDeviceId()
  const unsent = createUnsentChanges(session)
  const show = createShow({ player, queue, unsent, deviceId })
  const pointerReleased = watchPointer()
  /** The version that this page shows; null before the first one. */
  let known: number | null = null
  let isShowing = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const exchange = async () => {
    const sent = unsent.read()
    if (!sent) return call(GetPlayer, {}, withDeadline())
    const body = { deviceId, ageMs: Math.max(0, Date.now() - sent.at), ...sent.change }
    try {
      const saved = await call(SavePlayer, { body }, { ...withDeadline(), keepalive: true })
      unsent.remove(sent)
      // Only this change is new.
      if (known !== null && saved.version === known + 1) known = saved.version
      return saved
    } catch (error) {
      // For example of an earlier release, which lacks the endpoint.
      if (error instanceof ApiError && [400, 404, 413].includes(error.status)) unsent.remove(sent)
      throw error
    }
  }

  const synchronize = async () => {
    if (session.user.get() === null) return
    clearTimeout(timer)
    try {
      const saved = await exchange()
      // An earlier release has stored the queue in this browser only.
      if (saved.version === 0 && queue.state.get().length > 0) return change({ queue: idsOf(queue.state.get()) })
      if (known !== null && saved.version <= known) return
      const ids = new Set([...saved.queue, ...(saved.episodeId === null ? [] : [saved.episodeId])])
      const media = await loadMedia([...ids], withDeadline())
      // The bar appears, perhaps over the button that the listener is pressing.
      if (player.state.get().status === 'empty') await pointerReleased()
      isShowing = true
      show(saved, media)
      known = saved.version
    } catch (error) {
      session.noticeError(error)
      console.error('the saved player was not exchanged', error)
    } finally {
      isShowing = false
    }
  }

  // One after the other, so that an older response never replaces a newer one.
  let exchanges: Promise<void> = Promise.resolve()
  const sync = () => {
    exchanges = exchanges.then(synchronize)
    return exchanges
  }
  const syncIfUnsent = async () => (unsent.read() ? sync() : undefined)

  const change = (part: Change) => {
    if (listenerOf(session) === undefined) return
    unsent.add(part)
    clearTimeout(timer)
    // At once, before the listening session of this device ends that of another one.
    if (part.isPlaying) void sync()
    else timer = setTimeout(() => void sync(), DELAY_MS)
  }

  let before = player.state.get()
  player.state.subscribe(() => {
    const now = player.state.get()
    const part = isShowing ? undefined : changeOf(before, now)
    before = now
    if (part) change(part)
  })
  queue.onEdited((queued) => change({ queue: idsOf(queued) }))

  watchPage(sync, syncIfUnsent)
  session.user.subscribe(() => void sync())
  beforeSignOut(syncIfUnsent)
  void sync()

  return { sync }
}

/** For as long as the page is open. */
const watchPage = (sync: () => Promise<void>, syncIfUnsent: () => Promise<void>) => {
  const handleVisibility = () => void (document.visibilityState === 'visible' ? sync() : syncIfUnsent())
  document.addEventListener('visibilitychange', handleVisibility)
  for (const event of ['focus', 'online']) window.addEventListener(event, () => void sync())
  window.addEventListener('pagehide', () => void syncIfUnsent())
}

interface ShowOptions extends Omit<Options, 'session'> {
  unsent: UnsentChanges
  deviceId: string
}

/** Shows what the server has saved, except where the listener has just changed something here. */
const createShow =
  ({ player, queue, unsent, deviceId }: ShowOptions) =>
  ({ episodeId, positionSeconds, rate, queue: queuedIds, playingOn }: SavedPlayer, media: readonly PlayerMedia[]) => {
    const change = unsent.read()?.change
    if (!change?.queue) {
      const queued = new Set(queuedIds)
      queue.replace(media.filter(({ episode }) => queued.has(episode.id)))
    }
    const isOwn = playingOn === deviceId
    // This device is newer. After a reload its player is empty, and the server still says that it plays.
    if (change?.episodeId || (isOwn && player.state.get().episode)) return
    const last = media.find(({ episode }) => episode.id === episodeId)
    if (last && !isSounding(player.state.get())) player.restore({ ...last, resumeAt: positionSeconds }, rate)
    if (playingOn !== null && !isOwn && player.state.get().episode) player.interrupt(OTHER_DEVICE)
  }

const idsOf = (queue: readonly PlayerMedia[]) => queue.map(({ episode }) => episode.id)

const isText = (value: unknown): value is string => typeof value === 'string'

/** Identifies this browser. */
const readDeviceId = () => {
  const stored = createStoredValue('griot:device', isText)
  const id = stored.read() ?? crypto.randomUUID()
  stored.write(id)
  return id
}
