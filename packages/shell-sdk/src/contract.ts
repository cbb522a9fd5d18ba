import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import type { CallOptions, Page } from '@griot/contracts/client'
import type { AnswerOf, CallInput, Endpoint } from '@griot/contracts/endpoint'
import type { Permission } from '@griot/contracts/permissions'
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
  /** Keyed by the ids in the module's `contributes.commands`. */
  commands?: Readonly<Record<string, Command>>
  /** Called once, when this instance is done with. */
  dispose?(why: DisposeReason): void
}

/** What another module may ask of this one. Nobody knows who asks: what is handed over is checked here, and answered here. */
export type Command = (input: unknown) => Promise<unknown>

/**
 * Why a module ends. Its signal has aborted by then. A page that is closed or loaded again tells nobody, and one whose
 * session has run out stays: its modules go on, and `session.user` is null until the person is back.
 */
export type DisposeReason =
  /** Another version takes its place, or the same one begins anew. */
  | 'switch'
  /**
   * The person goes, and the page with them: they sign out, or somebody else has signed in in this browser. There is time
   * to forget what is kept elsewhere than in `storage`, and for a beacon.
   */
  | 'logout'
  /** It was taken back, was switched off, or has crashed. */
  | 'failed'

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
    /**
     * Whether the person is to be offered something. For showing only, and the server decides: whoever is not offered it
     * can still ask, and whoever is can be refused. See `useCan`.
     */
    can(permission: Permission): boolean
    /** Leaves the page for the sign-in page and comes back to where the person was. */
    signIn(): void
  }
  /** Since 1.2. */
  http: HttpApi
  query: {
    client: QueryClient
    /**
     * A key of the module's own, and of this version of it: another one asks for itself, so the shape may change with a
     * release or a rollback. What several modules read uses the shared keys of the contracts instead.
     */
    key(...parts: readonly unknown[]): QueryKey
  }
  nav: {
    href(routeId: string, params?: Readonly<Record<string, string>>): string
    go(routeId: string, params?: Readonly<Record<string, string>>): void
  }
  ui: {
    toast(toast: Toast): void
    /**
     * Asks the person in a dialog of the shell's, one question after the other. False when they leave it, when the module
     * has ended, and when the dialog cannot be shown.
     */
    confirm(question: Question): Promise<boolean>
  }
  events: Bus<ShellEvents>
  commands: {
    /**
     * Asks another module for something by the command's name, `module.command`, and loads it for that if need be. Rejects
     * with a {@link CommandError} when there is nobody to ask, and with the module's own error when it fails.
     */
    run(command: string, input?: unknown): Promise<unknown>
  }
  /** What this browser keeps for the person, until they sign out or someone else signs in. */
  storage: Kv & {
    /** The same for this tab alone, and as long as it is open. */
    tab: Kv
  }
  /** Switches that the module's team turns with `mfe flag`, without a deploy. See `useFlag`. */
  flags: {
    /** False for whatever nobody has switched on. */
    isOn(name: string): boolean
    /** All that are on for this visitor; it changes while the page is open. */
    on: Store<readonly string[]>
  }
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
    /** The module's first screen shows its content: `mfe:<module>:ready` in the browser's timeline, as `…:load` and `…:setup`. */
    ready(): void
    /**
     * Something went wrong that the page outlived: told of this version like a mistake that nobody caught, which costs it
     * nothing. What it was, and the context, stay in this browser's console.
     */
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

export interface Question {
  title: string
  /** What it means; a new line is a new paragraph. */
  text: string
  /** On the button that says yes: what happens then, such as “Delete”. */
  confirm: string
  /** On the button that leaves it; “Cancel” when left out. */
  cancel?: string
  tone?: 'default' | 'destructive'
}

/** Values that JSON can hold, under names of the module's own. Nothing here ever throws. */
export interface Kv {
  /** Null when it is not kept. Another version of the module may have kept it: it is to be looked at before it is used. */
  get(key: string): unknown
  /** False when there is no room: the browser's is full or forbidden, or the module's share is used up. */
  set(key: string, value: unknown): boolean
  remove(key: string): void
}

/** Nobody could be asked; `code` says why. */
export interface CommandError extends Error {
  code: /** No module announces the command, or the one that does came without it. */
    | 'command.unknown'
    /** Its module is switched off. */
    | 'command.off'
    /** Its module did not load. */
    | 'command.failed'
    /** One of the two modules ended before there was an answer. */
    | 'command.ended'
    /**
     * Something that is only fetched for the command did not come, of the shell or of its module. Whoever asks again asks
     * at another address; the module may have begun with it by then.
     */
    | 'command.missing'
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
