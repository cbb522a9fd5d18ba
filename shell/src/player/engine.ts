import type { PlayerApi, PlayerMedia, PlayerState } from '@griot/shell-sdk/contract'
import { createStore, type Store } from '@griot/shell-sdk/store'
import { SILENCE } from './silence.ts'
import { createSpeeds, type Speeds } from './speeds.ts'

const POLL_MS = 1000
// An address that the source led to may have run out since, however well the network is.
const ASK_AGAIN_AFTER_MS = 60_000
/** A place this near is the same: moving to it would only be heard as a hiccup. */
const NEARLY_SECONDS = 3

export interface PlayerSnapshot extends PlayerState {
  /** Why there is no sound, as a sentence; null while all is well. */
  problem: string | null
  /** How fast it plays; 1 is as recorded. */
  rate: number
}

/** How far an episode was when it was finished or left for another one. */
export interface Played {
  episodeId: string
  position: number
  duration: number
}

export interface Player extends Omit<PlayerApi, 'queue'> {
  state: Store<PlayerSnapshot>
  /** Moves by seconds, forwards or back, never beyond the ends. */
  skip(seconds: number): void
  /** Continues where the person was on an earlier visit, unless they have chosen a place since the episode was loaded. */
  resumeAt(seconds: number): void
  /** 0 to 100. */
  setVolume(volume: number): void
  toggleMute(): void
  /** 0.5 to 3, remembered for the show that is loaded. */
  setRate(rate: number): void
  /** Lowers the sound to a share of the chosen volume, which itself stays as it is. */
  fadeTo(share: number): void
  /** Pauses because the sound now belongs elsewhere, and says so. */
  giveWay(sentence: string): void
  /** After a failure: loads the sound again and continues where it stopped. */
  retry(): void
  onLeft(listener: (played: Played) => void): () => void
  onFinished(listener: (played: Played) => void): () => void
}

const EMPTY: PlayerSnapshot = { ...SILENCE, problem: null, rate: 1 }

const NO_AUDIO = 'This episode has no audio yet.'
const OFFLINE = 'You are offline. The episode goes on when the connection is back.'
const NETWORK = 'The connection was lost.'
const BROKEN = 'This episode cannot be played right now.'
const HELD_BACK = 'Your browser held the sound back. Press play to start.'

const announcer = <Payload>() => {
  const listeners = new Set<(payload: Payload) => void>()
  return {
    tell: (payload: Payload) => {
      for (const listener of listeners) listener(payload)
    },
    on: (listener: (payload: Payload) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/**
 * The sound of the page. It lives outside React and its element outside the document, so that no render error and no
 * module can stop it.
 */
export const createPlayer = (audio: HTMLAudioElement = new Audio(), speeds: Speeds = createSpeeds()): Player => {
  audio.preload = 'none'

  const state = createStore<PlayerSnapshot>(EMPTY)
  const left = announcer<Played>()
  const finished = announcer<Played>()
  const change = (part: Partial<PlayerSnapshot>) => state.set({ ...state.get(), ...part })

  /** A place to go to once the browser knows the length. */
  let awaitedPlace: number | null = null
  let hasChosenPlace = false
  let poll: ReturnType<typeof setInterval> | undefined
  let fade = 1
  /** When the source was last asked for. */
  let askedAt = 0

  const moveTo = (seconds: number) => {
    if (audio.readyState > 0) audio.currentTime = seconds
    else awaitedPlace = seconds
    change({ position: seconds })
  }

  const fail = (problem: string) => change({ status: 'failed', problem })

  /** In the same task as the click: a later `play()` may be refused as unwanted. */
  const start = async () => {
    const { episode } = state.get()
    change({ status: 'loading', problem: null })
    try {
      await audio.play()
    } catch (error) {
      // Another episode, or a pause, came in between: that is what the person sees now.
      if (state.get().episode !== episode || state.get().status !== 'loading') return
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        change({ status: 'paused', problem: HELD_BACK })
      } else if (!(error instanceof DOMException && error.name === 'AbortError')) {
        fail(navigator.onLine ? BROKEN : OFFLINE)
      }
    }
  }

  const isWithin = (seconds: number) => seconds >= 0 && seconds <= state.get().duration

  const player: Player = {
    state,
    onLeft: left.on,
    onFinished: finished.on,

    load: async (media) => {
      const { episode, status, position, duration } = state.get()
      if (episode?.id === media.episode.id && status !== 'failed') {
        if (media.startAt !== undefined) player.seek(media.startAt)
        return start()
      }
      if (episode) left.tell({ episodeId: episode.id, position, duration })
      return begin(media)
    },

    play: () => {
      const { status } = state.get()
      if (status === 'failed') player.retry()
      else if (status !== 'empty' && status !== 'playing') void start()
    },

    pause: () => {
      audio.pause()
      // An element that has not begun to play says nothing when it is paused.
      if (state.get().status === 'loading') change({ status: 'paused' })
    },

    seek: (seconds) => {
      if (state.get().status === 'empty' || !isWithin(seconds)) return
      hasChosenPlace = true
      moveTo(seconds)
    },

    skip: (seconds) => {
      const { position, duration } = state.get()
      player.seek(Math.min(duration, Math.max(0, position + seconds)))
    },

    resumeAt: (seconds) => {
      const isElsewhere = Math.abs(seconds - state.get().position) > NEARLY_SECONDS
      if (!hasChosenPlace && isElsewhere && isWithin(seconds)) moveTo(seconds)
    },

    setVolume: (volume) => {
      const clamped = Math.min(100, Math.max(0, Math.round(volume)))
      audio.volume = (clamped / 100) * fade
      audio.muted = false
      change({ volume: clamped, muted: false })
    },

    toggleMute: () => {
      audio.muted = !audio.muted
      change({ muted: audio.muted })
    },

    setRate: (rate) => {
      const { podcast } = state.get()
      if (podcast) applyRate(speeds.remember(podcast.id, rate))
    },

    fadeTo: (share) => {
      fade = Math.min(1, Math.max(0, share))
      audio.volume = (state.get().volume / 100) * fade
    },

    giveWay: (sentence) => {
      player.pause()
      change({ problem: sentence })
    },

    retry: () => {
      const { status, episode, position } = state.get()
      if (status !== 'failed' || !episode?.audioUrl) return
      askAgain(position)
      void start()
    },
  }

  const askAgain = (position: number) => {
    askedAt = performance.now()
    audio.load()
    awaitedPlace = position
  }

  /** Goes on from where it was, if the source is as old as that; a person who has paused hears nothing of it. */
  const goOnQuietly = () => {
    const { status, position } = state.get()
    if (performance.now() - askedAt < ASK_AGAIN_AFTER_MS) return false
    askAgain(position)
    if (status !== 'paused') void start()
    return true
  }

  const begin = ({ episode, podcast, startAt, resumeAt }: PlayerMedia) => {
    const place = startAt ?? resumeAt ?? null
    clearInterval(poll)
    hasChosenPlace = startAt !== undefined
    awaitedPlace = place
    change({ ...EMPTY, episode, podcast, position: place ?? 0, duration: episode.duration, ...loudness() })
    if (episode.audioUrl === null) {
      audio.pause()
      audio.removeAttribute('src')
      return fail(NO_AUDIO)
    }
    audio.src = episode.audioUrl
    askedAt = performance.now()
    applyRate(speeds.of(podcast.id))
    return start()
  }

  const applyRate = (rate: number) => {
    // Loading a source falls back to the default rate.
    audio.defaultPlaybackRate = rate
    audio.playbackRate = rate
    change({ rate })
  }

  const loudness = () => ({ volume: state.get().volume, muted: state.get().muted })

  const readPosition = () => {
    if (audio.readyState > 0 && awaitedPlace === null) change({ position: audio.currentTime })
  }

  audio.addEventListener('loadedmetadata', () => {
    if (Number.isFinite(audio.duration)) change({ duration: audio.duration })
    if (awaitedPlace === null) return
    audio.currentTime = Math.min(awaitedPlace, state.get().duration)
    awaitedPlace = null
  })
  audio.addEventListener('durationchange', () => {
    if (Number.isFinite(audio.duration) && audio.duration > 0) change({ duration: audio.duration })
  })
  audio.addEventListener('playing', () => {
    change({ status: 'playing', problem: null })
    clearInterval(poll)
    poll = setInterval(readPosition, POLL_MS)
  })
  audio.addEventListener('waiting', () => {
    if (state.get().status === 'playing') change({ status: 'buffering' })
  })
  audio.addEventListener('seeked', readPosition)
  audio.addEventListener('pause', () => {
    clearInterval(poll)
    readPosition()
    const { status } = state.get()
    if (status === 'playing' || status === 'buffering') change({ status: 'paused' })
  })
  audio.addEventListener('ended', () => {
    clearInterval(poll)
    const { episode, duration } = state.get()
    audio.currentTime = 0
    hasChosenPlace = true
    change({ status: 'paused', position: 0 })
    if (episode) finished.tell({ episodeId: episode.id, position: duration, duration })
  })
  audio.addEventListener('error', () => {
    clearInterval(poll)
    if (!audio.hasAttribute('src')) return
    if (!navigator.onLine) return fail(OFFLINE)
    if (audio.error?.code !== MediaError.MEDIA_ERR_NETWORK) return fail(BROKEN)
    if (!goOnQuietly()) fail(NETWORK)
  })
  window.addEventListener('online', () => {
    if (state.get().problem === OFFLINE) player.retry()
  })

  return player
}
