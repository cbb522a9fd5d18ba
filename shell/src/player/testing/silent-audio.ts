import type { PointsRules } from '@griot/contracts/points'
import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import type { PendingPoints } from '../../points/pending-points.tsx'
import { createCurrentChapters, type WatchChapters } from '../current-chapters.ts'
import type { Heard } from '../earnings.ts'
import type { Player } from '../engine.ts'
import type { Playback } from '../playback.ts'
import { createPreferences } from '../preferences.ts'
import { createQueue } from '../queue.ts'
import { createSleepTimer } from '../sleep-timer.ts'
import { createUpNext } from '../up-next.ts'

/** An audio element that the test controls. jsdom has none that plays. */
export class SilentAudio extends EventTarget {
  src = ''
  preload = ''
  volume = 1
  muted = false
  playbackRate = 1
  defaultPlaybackRate = 1
  paused = true
  readyState = 0
  currentTime = 0
  duration = Number.NaN
  error: { code: number } | null = null
  /** The error of the next `play()`. */
  playError: Error | null = null

  play = async () => {
    if (this.playError) throw this.playError
    this.paused = false
  }
  pause = () => {
    if (this.paused) return
    this.paused = true
    this.emit('pause')
  }
  load = () => {
    this.readyState = 0
    this.currentTime = 0
  }
  hasAttribute = (name: string) => name === 'src' && this.src !== ''
  removeAttribute = () => {
    this.src = ''
  }
  emit = (event: string) => this.dispatchEvent(new Event(event))

  /** The browser has loaded the file and plays it. Seconds. */
  startSound(duration: number) {
    this.readyState = 4
    this.duration = duration
    this.emit('loadedmetadata')
    this.emit('playing')
  }
  /** Plays to the end. */
  finish() {
    this.currentTime = this.duration
    this.paused = true
    this.emit('pause')
    this.emit('ended')
  }
  asElement = () => this as unknown as HTMLAudioElement
}

export const media = (number = 1, startAt?: number): PlayerMedia => ({
  episode: {
    id: `0192f0c1-0000-7000-8000-00000000000${number}`,
    podcastId: '0192f0c1-0000-7000-8000-0000000000aa',
    title: `Episode ${number}`,
    audioUrl: `/api/media/${number}/stream`,
    duration: 600,
  },
  podcast: {
    id: '0192f0c1-0000-7000-8000-0000000000aa',
    title: 'The Long Table',
    hostId: '0192f0c1-0000-7000-8000-0000000000bb',
    hostName: 'Adaeze',
    coverImage: '/covers/1.svg',
  },
  ...(startAt === undefined ? {} : { startAt }),
})

/** A playback without requests. The test sets what was heard. */
export const createTestPlayback = (player: Player, watch: WatchChapters = () => () => undefined) => {
  let heard: Heard | null = null
  let pending: PendingPoints | null = null
  const queue = createQueue(createStore({ id: 'ada' }))
  const sleepTimer = createSleepTimer(player)
  const preferences = createPreferences()
  const upNext = createUpNext(
    { player, queue, sleepTimer, preferences, toasts: { show: () => undefined } },
    {
      findFollowing: async () => null,
      findCurrent: async (id) => queue.state.get().find(({ episode }) => episode.id === id)?.episode ?? null,
    },
  )
  const setHeard = (now: Heard, by: PointsRules, beside: PendingPoints | null = null) => {
    heard = now
    rules = by
    pending = beside
  }
  let rules: PointsRules | null = null
  const chapters = createCurrentChapters(player, watch)
  const services = { player, queue, sleepTimer, preferences, upNext, chapters }
  const playback: Playback = { ...services, heard: () => heard, rules: () => rules, pending: () => pending }
  return { ...playback, setHeard }
}
