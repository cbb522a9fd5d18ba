import type { PointsRules } from '@griot/contracts/points'
import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import type { Deck } from './deck.ts'
import type { Heard } from './earnings.ts'
import type { Player } from './engine.ts'
import { createPreferences } from './preferences.ts'
import { createQueue } from './queue.ts'
import { createSleepTimer } from './sleep-timer.ts'
import { createUpNext } from './up-next.ts'

/** An audio element that makes no sound and does what the test says: jsdom has none that plays. */
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
  /** What the next `play()` is refused with. */
  refusal: Error | null = null

  play = async () => {
    if (this.refusal) throw this.refusal
    this.paused = false
  }
  pause = () => {
    if (this.paused) return
    this.paused = true
    this.say('pause')
  }
  load = () => {
    this.readyState = 0
    this.currentTime = 0
  }
  hasAttribute = (name: string) => name === 'src' && this.src !== ''
  removeAttribute = () => {
    this.src = ''
  }
  say = (event: string) => this.dispatchEvent(new Event(event))

  /** The browser has fetched enough: the length is known and sound comes out. */
  sound(duration: number) {
    this.readyState = 4
    this.duration = duration
    this.say('loadedmetadata')
    this.say('playing')
  }
  /** Plays to the end, as a browser reports it. */
  finish() {
    this.currentTime = this.duration
    this.paused = true
    this.say('pause')
    this.say('ended')
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

/** A deck that tells no server; what was heard is what the test says. */
export const silentDeck = (player: Player) => {
  let heard: Heard | null = null
  const queue = createQueue(createStore({ id: 'ada' }))
  const sleepTimer = createSleepTimer(player)
  const preferences = createPreferences()
  const upNext = createUpNext({
    player,
    queue,
    sleepTimer,
    preferences,
    toasts: { show: () => undefined },
    findFollowing: async () => null,
    findCurrent: async (id) => queue.state.get().find(({ episode }) => episode.id === id)?.episode ?? null,
  })
  const rules = createStore<PointsRules | null>(null)
  const setHeard = (now: Heard) => {
    heard = now
  }
  const deck: Deck = { player, queue, sleepTimer, preferences, upNext, rules, heard: () => heard }
  return { ...deck, rules, setHeard }
}
