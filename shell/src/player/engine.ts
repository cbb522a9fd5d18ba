import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { createBus } from '../bus.ts'
import { natives } from '../natives.ts'
import { createMachine, selectStore } from '../state-machine.ts'
import { type EngineEffect, type EngineEvent, INITIAL_ENGINE, next, type Played } from './engine-state.ts'
import { createSpeeds } from './speeds.ts'

const POLL_MS = 1000

export type Player = ReturnType<typeof createPlayer>

/**
 * Plays audio. It lives outside React, and its element outside the document, so that no render error and no module can stop
 * the sound. The decisions are in `engine-state.ts`.
 */
export const createPlayer = (audio: HTMLAudioElement = new Audio()) => {
  const speeds = createSpeeds()
  const events: PlayerEvents = createBus()
  const { state, dispatch, playing } = createEngine(audio, events)

  return {
    state,
    load: (media: PlayerMedia) => {
      dispatch({ type: 'load', media, rate: speeds.of(media.podcast.id) })
      return playing()
    },
    /** Shows an episode paused, at its `resumeAt`. Fetches nothing. */
    restore: (media: PlayerMedia, rate: number) =>
      dispatch({ type: 'restore', media, rate: speeds.remember(media.podcast.id, rate) }),
    play: () => dispatch({ type: 'play' }),
    pause: () => dispatch({ type: 'pause' }),
    seek: (seconds: number) => dispatch({ type: 'seek', seconds }),
    /** Moves by seconds, forwards or back, within the episode. */
    skip: (seconds: number) => dispatch({ type: 'skip', seconds }),
    /** Moves to the position of an earlier visit, unless the user has chosen one since the episode was loaded. */
    resumeAt: (seconds: number) => dispatch({ type: 'resume', seconds }),
    /** 0 to 100. */
    setVolume: (volume: number) => dispatch({ type: 'volume-changed', volume }),
    toggleMute: () => dispatch({ type: 'mute-toggled' }),
    /** 0.5 to 3, stored for the podcast. */
    setRate: (rate: number) => {
      const { podcast } = state.get()
      if (podcast) dispatch({ type: 'rate-changed', rate: speeds.remember(podcast.id, rate) })
    },
    /** Lowers the sound to a share (0 to 1) of the chosen volume. */
    fadeTo: (share: number) => dispatch({ type: 'fade', share }),
    /** Pauses and shows the reason as a sentence. */
    interrupt: (problem: string) => dispatch({ type: 'interrupted', problem }),
    /** After a failure: loads the source again and continues at the same second. */
    retry: () => dispatch({ type: 'retry' }),
    onLeft: (listener: (played: Played) => void) => events.on('left', listener),
    onFinished: (listener: (played: Played) => void) => events.on('finished', listener),
  }
}

type PlayerEvents = ReturnType<typeof createBus<Record<'left' | 'finished', Played>>>

const createEngine = (audio: HTMLAudioElement, events: PlayerEvents) => {
  audio.preload = 'none'
  let poll: ReturnType<typeof setInterval> | undefined
  let playing: Promise<void> = Promise.resolve()

  const play = async () => {
    const { episode } = state.get()
    try {
      await audio.play()
    } catch (error) {
      const reason = error instanceof DOMException ? error.name : ''
      if (state.get().episode === episode) dispatch({ type: 'play-rejected', reason })
    }
  }

  const perform = (effect: EngineEffect) => {
    const { setInterval, clearInterval } = natives()
    switch (effect.do) {
      case 'play':
        // In the same task as the click: browsers may reject a later play().
        playing = play()
        return
      case 'pause':
        return audio.pause()
      case 'set':
        Object.assign(audio, effect.audio)
        return
      case 'remove-source':
        return audio.removeAttribute('src')
      case 'reload':
        return audio.load()
      case 'start-polling':
        clearInterval(poll)
        poll = setInterval(() => dispatch({ type: 'position-changed' }), POLL_MS)
        return
      case 'stop-polling':
        return clearInterval(poll)
      case 'publish':
        return events.emit(effect.event, effect.played)
    }
  }

  const environment = () => ({
    canSeek: audio.readyState > 0,
    position: audio.currentTime,
    duration: audio.duration,
    isOnline: navigator.onLine,
    now: performance.now(),
  })
  const { store, dispatch } = createMachine(
    INITIAL_ENGINE,
    (current, event: EngineEvent) => next(current, event, environment()),
    perform,
  )
  const state = selectStore(store, ({ snapshot }) => snapshot)
  forwardAudioEvents(audio, dispatch)
  return { state, dispatch, playing: () => playing }
}

const AUDIO_EVENTS = {
  loadedmetadata: 'metadata-loaded',
  durationchange: 'duration-changed',
  playing: 'playing',
  waiting: 'waiting',
  seeked: 'position-changed',
  pause: 'paused',
  ended: 'ended',
} as const

const forwardAudioEvents = (audio: HTMLAudioElement, dispatch: (event: EngineEvent) => void) => {
  for (const [name, type] of Object.entries(AUDIO_EVENTS)) audio.addEventListener(name, () => dispatch({ type }))
  audio.addEventListener('error', () => {
    const isNetworkError = audio.error?.code === MediaError.MEDIA_ERR_NETWORK
    if (audio.hasAttribute('src')) dispatch({ type: 'audio-failed', isNetworkError })
  })
  window.addEventListener('online', () => dispatch({ type: 'online' }))
}
