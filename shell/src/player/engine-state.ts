import type { PlayerMedia, PlayerState } from '@griot/shell-sdk/contract'
import { applyTransition, type Step, type Transitions } from '../state-machine.ts'
import { EMPTY_PLAYER } from './empty-player.ts'

/**
 * The audio URL redirects to a signed address that expires after 60 s, by clocks that may differ by seconds. An older source
 * is loaded again before a failure is shown.
 */
const SOURCE_EXPIRES_MS = 50_000
/** A seek to a nearer position would only interrupt the sound. */
const SAME_POSITION_SECONDS = 3

const NO_AUDIO = 'This episode has no audio yet.'
const OFFLINE = 'You are offline. Playback continues when the connection is back.'
const NETWORK = 'The connection was lost.'
const BROKEN = 'This episode cannot be played right now.'
const AUTOPLAY_BLOCKED = 'Your browser blocked the sound. Press play to start.'

export interface PlayerSnapshot extends PlayerState {
  /** Why there is no sound, as a sentence for the user. */
  problem: string | null
  /** Playback speed; 1 is as recorded. */
  rate: number
}

/** How far an episode was played when it ended or was replaced. */
export type Played = Pick<PlayerState, 'position' | 'duration'>

export interface EngineState {
  snapshot: PlayerSnapshot
  /** Seconds to seek to once the duration is known. */
  pendingSeek: number | null
  /** The user chose a position since the episode was loaded. */
  hasChosenPosition: boolean
  /** Share of the chosen volume that is audible, 0 to 1. */
  fade: number
  /** When the source was last loaded, by the page's clock. */
  sourceLoadedAt: number
}

export type EngineEvent =
  | { type: 'load' | 'restore'; media: PlayerMedia; rate: number }
  | { type: 'play' | 'pause' | 'mute-toggled' | 'retry' | 'online' }
  | { type: 'seek' | 'skip' | 'resume'; seconds: number }
  | { type: 'volume-changed'; volume: number }
  | { type: 'fade'; share: number }
  | { type: 'rate-changed'; rate: number }
  | { type: 'interrupted'; problem: string }
  | { type: 'play-rejected'; reason: string }
  | { type: 'metadata-loaded' | 'duration-changed' | 'playing' | 'waiting' | 'position-changed' | 'paused' | 'ended' }
  | { type: 'audio-failed'; isNetworkError: boolean }

type AudioProperty = 'src' | 'currentTime' | 'volume' | 'muted' | 'playbackRate' | 'defaultPlaybackRate'

export type EngineEffect =
  | { do: 'play' | 'pause' | 'reload' | 'remove-source' | 'start-polling' | 'stop-polling' }
  | { do: 'set'; audio: Partial<Pick<HTMLAudioElement, AudioProperty>> }
  | { do: 'publish'; event: 'left' | 'finished'; played: Played }

/** What the audio element and the browser report at the time of an event. */
export interface Environment {
  canSeek: boolean
  position: number
  /** NaN until known. */
  duration: number
  isOnline: boolean
  now: number
}

export const INITIAL_ENGINE: EngineState = {
  snapshot: { ...EMPTY_PLAYER, problem: null, rate: 1 },
  pendingSeek: null,
  hasChosenPosition: false,
  fade: 1,
  sourceLoadedAt: 0,
}

type Draft = Step<EngineState, EngineEffect>

export const next = (state: EngineState, event: EngineEvent, environment: Environment) =>
  applyTransition(TRANSITIONS, state, event, environment)

const TRANSITIONS: Transitions<EngineState, EngineEvent, EngineEffect, Environment> = {
  load: (draft, { media, rate }, environment) => {
    const { episode, status, position, duration } = draft.state.snapshot
    if (episode?.id === media.episode.id && status !== 'failed') {
      if (media.startAt !== undefined) seek(draft, media.startAt, environment)
      return start(draft)
    }
    if (episode) draft.effects.push({ do: 'publish', event: 'left', played: { position, duration } })
    loadMedia(draft, media, rate, environment)
    if (draft.state.snapshot.status !== 'failed') start(draft)
  },
  restore: (draft, { media, rate }, environment) => {
    const { episode, position, duration } = draft.state.snapshot
    if (episode?.id === media.episode.id) {
      moveTo(draft, media.resumeAt ?? 0, environment)
      return setRate(draft, rate)
    }
    if (episode) draft.effects.push({ do: 'publish', event: 'left', played: { position, duration } })
    // The element may still have a source that plays or loads.
    draft.effects.push({ do: 'pause' })
    loadMedia(draft, media, rate, environment)
    if (draft.state.snapshot.status !== 'failed') change(draft, { status: 'paused' })
  },
  play: (draft, _, environment) => {
    const { status } = draft.state.snapshot
    if (status === 'failed') retry(draft, environment)
    else if (status !== 'empty' && status !== 'playing') start(draft)
  },
  pause: (draft) => pause(draft),
  interrupted: (draft, { problem }) => {
    pause(draft)
    change(draft, { problem })
  },
  retry: (draft, _, environment) => retry(draft, environment),
  online: (draft, _, environment) => {
    if (draft.state.snapshot.problem === OFFLINE) retry(draft, environment)
  },

  seek: (draft, { seconds }, environment) => seek(draft, seconds, environment),
  skip: (draft, { seconds }, environment) => {
    const { position, duration } = draft.state.snapshot
    seek(draft, clamp(position + seconds, duration), environment)
  },
  resume: (draft, { seconds }, environment) => {
    const { snapshot, hasChosenPosition } = draft.state
    const isElsewhere = Math.abs(seconds - snapshot.position) > SAME_POSITION_SECONDS
    if (!hasChosenPosition && isElsewhere && isWithin(snapshot, seconds)) moveTo(draft, seconds, environment)
  },

  'volume-changed': (draft, { volume }) => {
    change(draft, { volume: clamp(Math.round(volume), 100), muted: false })
    draft.effects.push(volumeEffect(draft.state), { do: 'set', audio: { muted: false } })
  },
  'mute-toggled': (draft) => {
    const muted = !draft.state.snapshot.muted
    change(draft, { muted })
    draft.effects.push({ do: 'set', audio: { muted } })
  },
  fade: (draft, { share }) => {
    draft.state.fade = clamp(share, 1)
    draft.effects.push(volumeEffect(draft.state))
  },
  'rate-changed': (draft, { rate }) => setRate(draft, rate),

  'play-rejected': (draft, { reason }, { isOnline }) => {
    // A pause or another episode came first.
    if (draft.state.snapshot.status !== 'loading' || reason === 'AbortError') return
    if (reason === 'NotAllowedError') change(draft, { status: 'paused', problem: AUTOPLAY_BLOCKED })
    else fail(draft, isOnline ? BROKEN : OFFLINE)
  },
  'metadata-loaded': (draft, _, { duration }) => {
    if (Number.isFinite(duration)) change(draft, { duration })
    const { pendingSeek, snapshot } = draft.state
    if (pendingSeek === null) return
    draft.state.pendingSeek = null
    draft.effects.push({ do: 'set', audio: { currentTime: Math.min(pendingSeek, snapshot.duration) } })
  },
  'duration-changed': (draft, _, { duration }) => {
    if (Number.isFinite(duration) && duration > 0) change(draft, { duration })
  },
  playing: (draft) => {
    change(draft, { status: 'playing', problem: null })
    draft.effects.push({ do: 'start-polling' })
  },
  waiting: (draft) => {
    if (draft.state.snapshot.status === 'playing') change(draft, { status: 'buffering' })
  },
  'position-changed': (draft, _, environment) => readPosition(draft, environment),
  paused: (draft, _, environment) => {
    draft.effects.push({ do: 'stop-polling' })
    readPosition(draft, environment)
    const { status } = draft.state.snapshot
    if (status === 'playing' || status === 'buffering') change(draft, { status: 'paused' })
  },
  ended: (draft) => {
    const { duration } = draft.state.snapshot
    draft.state.hasChosenPosition = true
    change(draft, { status: 'paused', position: 0 })
    draft.effects.push({ do: 'stop-polling' }, { do: 'set', audio: { currentTime: 0 } })
    draft.effects.push({ do: 'publish', event: 'finished', played: { position: duration, duration } })
  },
  'audio-failed': (draft, { isNetworkError }, environment) => {
    const { status, position } = draft.state.snapshot
    draft.effects.push({ do: 'stop-polling' })
    if (!environment.isOnline) return fail(draft, OFFLINE)
    if (!isNetworkError) return fail(draft, BROKEN)
    if (environment.now - draft.state.sourceLoadedAt < SOURCE_EXPIRES_MS) return fail(draft, NETWORK)
    reload(draft, position, environment)
    if (status !== 'paused') start(draft)
  },
}

const change = ({ state }: Draft, part: Partial<PlayerSnapshot>) => {
  state.snapshot = { ...state.snapshot, ...part }
}

const fail = (draft: Draft, problem: string) => change(draft, { status: 'failed', problem })

const start = (draft: Draft) => {
  change(draft, { status: 'loading', problem: null })
  draft.effects.push({ do: 'play' })
}

const pause = (draft: Draft) => {
  draft.effects.push({ do: 'pause' })
  // The audio element sends no event if it has not started to play.
  if (draft.state.snapshot.status === 'loading') change(draft, { status: 'paused' })
}

const retry = (draft: Draft, environment: Environment) => {
  const { status, episode, position } = draft.state.snapshot
  if (status !== 'failed' || !episode?.audioUrl) return
  reload(draft, position, environment)
  start(draft)
}

/** Loads the source again, from the same second. */
const reload = (draft: Draft, position: number, { now }: Environment) => {
  draft.state.sourceLoadedAt = now
  draft.state.pendingSeek = position
  draft.effects.push({ do: 'reload' })
}

const loadMedia = (draft: Draft, media: PlayerMedia, rate: number, { now }: Environment) => {
  const { episode, podcast, startAt, resumeAt } = media
  const { volume, muted } = draft.state.snapshot
  const position = startAt ?? resumeAt ?? null
  draft.state.hasChosenPosition = startAt !== undefined
  draft.state.pendingSeek = position
  change(draft, { ...INITIAL_ENGINE.snapshot, episode, podcast, volume, muted })
  change(draft, { position: position ?? 0, duration: episode.duration })
  draft.effects.push({ do: 'stop-polling' })
  if (episode.audioUrl === null) {
    draft.effects.push({ do: 'pause' }, { do: 'remove-source' })
    return fail(draft, NO_AUDIO)
  }
  draft.state.sourceLoadedAt = now
  draft.effects.push({ do: 'set', audio: { src: episode.audioUrl } })
  setRate(draft, rate)
}

const setRate = (draft: Draft, rate: number) => {
  change(draft, { rate })
  // Loading a source resets the rate to the default rate.
  draft.effects.push({ do: 'set', audio: { defaultPlaybackRate: rate, playbackRate: rate } })
}

const seek = (draft: Draft, seconds: number, environment: Environment) => {
  const { snapshot } = draft.state
  if (snapshot.status === 'empty' || !isWithin(snapshot, seconds)) return
  draft.state.hasChosenPosition = true
  moveTo(draft, seconds, environment)
}

const moveTo = (draft: Draft, seconds: number, { canSeek }: Environment) => {
  if (canSeek) draft.effects.push({ do: 'set', audio: { currentTime: seconds } })
  else draft.state.pendingSeek = seconds
  change(draft, { position: seconds })
}

const readPosition = (draft: Draft, { canSeek, position }: Environment) => {
  if (canSeek && draft.state.pendingSeek === null) change(draft, { position })
}

const volumeEffect = ({ snapshot, fade }: EngineState): EngineEffect => ({
  do: 'set',
  audio: { volume: (snapshot.volume / 100) * fade },
})

const isWithin = ({ duration }: PlayerSnapshot, seconds: number) => seconds >= 0 && seconds <= duration

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value))
