import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import type { CallOptions, Page } from '@griot/contracts/client'
import type { AnswerOf, CallInput, Endpoint } from '@griot/contracts/endpoint'
import type { Badge } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Store } from './store.ts'

/** What a remote exposes as `./module`. Nothing may happen before `setup`: no request, no listener, no timer. */
export interface RemoteModuleV1 {
  contract: 1
  setup(api: ShellApiV1): RemoteInstanceV1 | Promise<RemoteInstanceV1>
}

export interface RemoteInstanceV1 {
  /** Keyed by the ids in the module's `contributes.routes`. */
  routes?: Readonly<Record<string, ComponentType<RouteProps>>>
  slots?: { readonly [S in SlotId]?: ComponentType<SlotProps[S]> }
  dispose?(why: DisposeReason): void
}

export type DisposeReason = 'switch' | 'logout' | 'failed'

/** Path parameters come from `useParams()`; the id tells apart two routes that share a component. */
export interface RouteProps {
  routeId: string
}

/** Places that belong to the shell and are filled by a remote. */
export interface SlotProps {
  'tip-dialog': { open: boolean; onClose: () => void; tip: TipTarget }
  'badge-popup': { badges: readonly Badge[]; onClose: () => void }
}

export type SlotId = keyof SlotProps

/** Everything a remote may ask of the shell. It only ever grows; a breaking change is a `ShellApiV2` beside it. */
export interface ShellApiV1 {
  meta: { module: string; version: string; shell: string; rev: number }
  player: PlayerApi
  session: {
    user: Store<User | null>
    /** Leaves the page for the sign-in page and comes back to where the person was. */
    signIn(): void
  }
  /** Since 1.2. */
  http: HttpApi
  query: {
    client: QueryClient
    /** A key of the module's own. What several modules read uses the shared keys of the contracts instead. */
    key(...parts: readonly unknown[]): QueryKey
  }
  nav: {
    href(routeId: string, params?: Readonly<Record<string, string>>): string
    go(routeId: string, params?: Readonly<Record<string, string>>): void
  }
  ui: { toast(toast: Toast): void }
  events: Bus<ShellEvents>
  /** Aborts when the module is switched off or replaced; listeners and requests of the module hang on it. */
  signal: AbortSignal
  update: {
    /**
     * Someone is writing: what is on the page is not replaced until the answer is called. A version that was taken back
     * waits a minute at most. See `useUnsavedWork`.
     */
    block(reason: string): () => void
  }
  telemetry: {
    /** The module's first screen shows its content. */
    ready(): void
    error(error: unknown, context?: Readonly<Record<string, unknown>>): void
  }
}

/**
 * The product's API, asked in the module's name: the gateway knows which version asks, and the shell hears of what fails.
 * What a module has asked ends with it, unless it brings a signal of its own; what it has begun to change goes on, because
 * nobody could take that back.
 */
export interface HttpApi {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<AnswerOf<E>>
  callForPage<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Page<AnswerOf<E>>>
  /** For what is no JSON: as the browser's own. */
  fetch(address: string, init?: RequestInit): Promise<Response>
  /** For requests that are made otherwise still: what they must say about who asks. */
  headers: Readonly<Record<string, string>>
}

/** Remotes steer the sound and watch it; the audio element itself never leaves the shell. */
export interface PlayerApi {
  state: Store<PlayerState>
  /** Loads and plays. Call it in the click itself, or the browser may refuse to start the sound. */
  load(media: PlayerMedia): Promise<void>
  play(): void
  pause(): void
  /** Seconds from the start; anything outside the episode is ignored. */
  seek(seconds: number): void
  queue: QueueApi
}

/** What plays after the loaded episode. An episode stands in it once. */
export interface QueueApi {
  /** Soonest first. */
  state: Store<readonly PlayerMedia[]>
  playNext(media: PlayerMedia): void
  /** At the end; an episode that is there already keeps its place. */
  add(media: PlayerMedia): void
  remove(episodeId: string): void
}

export interface PlayerMedia {
  episode: PlayerEpisode
  podcast: PlayerPodcast
  /** Seconds at which to begin, whatever is remembered: the moment of a shared link. */
  startAt?: number
  /** Seconds at which the person was, as far as known here; if they went on with another device, that stands above it. */
  resumeAt?: number
}

/** A catalogue answer can be handed over as it is. */
export type PlayerEpisode = Pick<Episode, 'id' | 'podcastId' | 'title' | 'audioUrl' | 'duration'>
export type PlayerPodcast = Pick<Podcast, 'id' | 'title' | 'hostId' | 'hostName' | 'coverImage'>

export interface PlayerState {
  status: 'empty' | 'loading' | 'playing' | 'paused' | 'buffering' | 'failed'
  episode: PlayerEpisode | null
  podcast: PlayerPodcast | null
  /** Seconds. */
  position: number
  /** Seconds; 0 until known. */
  duration: number
  /** 0 to 100. */
  volume: number
  muted: boolean
}

export interface Toast {
  title: string
  description?: string
  tone?: 'default' | 'destructive'
}

export interface TipTarget {
  podcastId: string
  podcastTitle: string
  /** The creator who receives it. */
  receiverId: string
  receiverName: string
  episodeId: string | null
}

/** Payloads are a contract as much as the API: fields are added, never changed. Nothing is replayed to late listeners. */
export interface ShellEvents {
  /** Asks the shell to open the tip dialog. */
  'tip.open': TipTarget
  /** Badges to announce, newest last. */
  'badges.earned': { badges: readonly Badge[] }
  /** A session is over and judged: places, history and counts may have moved, whether it paid or not. */
  'listening.ended': { episodeId: string }
  /** The ledger has paid; whoever shows points should ask again. */
  'points.changed': { points: number }
}

export interface Bus<Events> {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): () => void
}
