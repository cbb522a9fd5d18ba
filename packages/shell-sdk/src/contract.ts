import type { CallOptions, Page } from '@griot/contracts/client'
import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import type { Permission } from '@griot/contracts/permissions'
import type { Badge } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { OfferedAction } from './contract-actions.ts'
import type { PlayerApi } from './contract-player.ts'
import type { Store, WritableStore } from './store.ts'

export type * from './contract-actions.ts'
export type * from './contract-player.ts'

/** The exposed `./module` of a remote. It must have no side effects before `setup`: no request, listener or timer. */
export interface RemoteModuleV1 {
  contract: 1
  setup(api: ShellApiV1): RemoteInstanceV1 | Promise<RemoteInstanceV1>
}

export interface RemoteInstanceV1 {
  /** Keyed by the ids in the module's `contributes.routes`. */
  routes?: Readonly<Record<string, RoutePage>>
  slots?: { readonly [S in SlotId]?: ComponentType<SlotProps[S]> } & {
    readonly [S in DeclaredSlotId]?: SlotContent<DeclaredSlots[S]>
  }
  /** Keyed by the ids in the module's `contributes.commands`. */
  commands?: Readonly<Record<string, Command>>
  /** Called once, when the shell ends this instance. */
  dispose?(why: DisposeReason): void
}

/** A function that other modules can call. The caller is unknown, so the command must validate its input. */
export type Command = (input: unknown) => Promise<unknown>

/**
 * Why a module ends. Its signal is already aborted. A closed or reloaded page does not call `dispose`. An expired session
 * does not end modules: `session.user` is null until the user signs in again.
 */
export type DisposeReason =
  /** Another version replaces it, or the same one restarts. */
  | 'switch'
  /** The user signs out, or another one signs in. Delete data outside `storage` now; a beacon can still be sent. */
  | 'logout'
  /** It was rolled back, was switched off, or crashed. */
  | 'failed'

/** Path parameters come from `useParams()`. The id distinguishes routes with the same component. */
export interface RouteProps {
  routeId: string
}

/** A component, or since 1.4 a page of another framework. */
export type RoutePage = ComponentType<RouteProps> | MountedPage

/** A page that renders itself into an element of the shell. */
export interface MountedPage {
  /** Called when the page is opened, and again when a path parameter changes. An error shows the fallback of the page. */
  mount(element: HTMLElement, api: ShellApiV1, page: MountedPageProps): Unmount | Promise<Unmount>
}

/** Ends a mounted page. The element is removed afterwards. */
export type Unmount = () => void

export interface MountedPageProps extends RouteProps {
  /** Parameters of the path by name. */
  params: Readonly<Record<string, string | undefined>>
  /** Shows the fallback of the page and counts a crash. For the error handler of the framework. */
  fail(error: unknown): void
}

/** Places in the shell that a remote fills. */
export interface SlotProps {
  'tip-dialog': { open: boolean; onClose: () => void; tip: TipTarget }
  'badge-popup': { badges: readonly Badge[]; onClose: () => void }
}

export type SlotId = keyof SlotProps

/**
 * Slots that modules declare, with the props of their contents: plain data. A team adds its own:
 * `declare module '@griot/shell-sdk/contract' { interface DeclaredSlots { 'charts.aside': { week: number } } }`.
 */
export interface DeclaredSlots {
  /** Sections at the end of Home. */
  'listener.home': Readonly<Record<never, never>>
  /** Results below those of the search on Discover. */
  'listener.search': { query: string }
  /** Settings at the end of Account. */
  'rewards.account': Readonly<Record<never, never>>
}

export type DeclaredSlotId = keyof DeclaredSlots

/** A component, or the content of another framework. */
export type SlotContent<Props> = ComponentType<Props> | MountedSlot<Props>

/** Content of a declared slot that renders itself into an element of the shell. */
export interface MountedSlot<Props> {
  /** Called when the slot is shown, and again when its props change. An error removes the content. */
  mount(element: HTMLElement, api: ShellApiV1, slot: MountedSlotProps<Props>): Unmount | Promise<Unmount>
}

export interface MountedSlotProps<Props> {
  props: Props
  /** Removes the content and counts a crash. */
  fail(error: unknown): void
}

/** The shell's API for remotes. It only grows; a breaking change needs a `ShellApiV2` beside it. */
export interface ShellApiV1 {
  meta: { module: string; version: string; shell: string; rev: number }
  player: PlayerApi
  session: {
    user: Store<User | null>
    /** For display only: the server checks each request. See `useCan`. */
    can(permission: Permission): boolean
    /** Opens the sign-in page, which returns to the current page. */
    signIn(): void
  }
  /** Since 1.2. */
  http: HttpApi
  query: {
    client: QueryClient
    /**
     * A key of this module version, so that cached data may change shape with a release or rollback. Use the keys of the
     * contracts for data that several modules read.
     */
    key(...parts: readonly unknown[]): QueryKey
  }
  nav: {
    href(routeId: string, params?: Readonly<Record<string, string>>): string
    go(routeId: string, params?: Readonly<Record<string, string>>): void
    /**
     * Replaces the badge of an own menu entry until the module ends: a number, or a text of at most 12 characters. 0 shows
     * none, and null the declared one. Since 1.5.
     */
    setBadge(navId: string, badge: number | string | null): void
  }
  ui: {
    toast(toast: Toast): void
    /** Asks in a dialog. False if the user dismisses it, the module ends, or the dialog cannot be shown. */
    confirm(question: Question): Promise<boolean>
    /** The theme of this browser. A write applies and stores it. Since 1.3. */
    theme: WritableStore<Theme>
  }
  events: Bus<ShellEvents>
  commands: {
    /**
     * Calls `module.command` of another module, which is loaded if needed. Rejects with a {@link CommandError} if the
     * command is not available, and with the module's own error if it fails.
     */
    run(command: string, input?: unknown): Promise<unknown>
  }
  /** The actions that modules declare for pages of the product; see `useActions`. Since 1.5. */
  contributedActions: Store<readonly OfferedAction[]>
  /** Values of this user in this browser. Deleted at sign-out or when another user signs in. */
  storage: Kv & {
    /** The same for this tab. */
    tab: Kv
  }
  /** Flags of the module, which its team turns with `mfe flag`. See `useFlag`. */
  flags: {
    /** False for an unknown flag. */
    isOn(name: string): boolean
    /** The flags that are on for this user; changes while the page is open. */
    on: Store<readonly string[]>
  }
  /** The slots that this module declares. Since 1.5; missing in earlier shells. See `ModuleSlot`. */
  slots?: {
    Contents: ComponentType<SlotContentsProps>
  }
  /** Aborts when the module ends. Pass it to listeners and requests. */
  signal: AbortSignal
  update: {
    /**
     * Keeps this version on the page until the returned function is called; a rolled-back version for a minute at most.
     * See `useUnsavedWork`.
     */
    block(reason: string): () => void
  }
  telemetry: {
    /** The first screen shows its content. Sets the mark `mfe:<module>:ready` in the browser's timeline. */
    ready(): void
    /** Counts an error that the module handled. It does not count as a failure. Details stay in the browser's console. */
    error(error: unknown, context?: Readonly<Record<string, unknown>>): void
  }
}

export interface SlotContentsProps {
  name: string
  /** Plain data for each content. */
  props: object
  /** Renders the heading around a content that has a title. */
  frame(title: string, content: ReactNode): ReactNode
}

/**
 * Calls of the product's API. Requests name the module version, and the shell reports API faults. Reads without a signal
 * are aborted when the module ends; writes continue, because an abort would not undo them.
 */
export interface HttpApi {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ResponseOf<E>>
  callForPage<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Page<ResponseOf<E>>>
  /** The browser's `fetch`, for bodies that are not JSON. */
  fetch(address: string, init?: RequestInit): Promise<Response>
  /** Headers that requests of other libraries must have. */
  headers: Readonly<Record<string, string>>
}

export interface Toast {
  title: string
  description?: string
  tone?: 'default' | 'destructive'
  /** A button. Earlier shells show the toast without it. */
  action?: { label: string; onSelect(): void }
}

export type Theme = 'system' | 'light' | 'dark'

export interface Question {
  title: string
  /** Explanation; a new line starts a new paragraph. */
  text: string
  /** Label of the confirming button, such as “Delete”. */
  confirm: string
  /** Label of the dismissing button. Default: “Cancel”. */
  cancel?: string
  tone?: 'default' | 'destructive'
}

/** JSON values under keys of the module. Never throws. */
export interface Kv {
  /** Null if there is no value. Validate it: another version of the module may have written it. */
  get(key: string): unknown
  /** False if the browser's storage is full or disabled, or the module's share (256 kB) is used up. */
  set(key: string, value: unknown): boolean
  remove(key: string): void
}

/** The command is not available. */
export interface CommandError extends Error {
  code: /** No module declares the command, or the module does not provide it. */
    | 'command.unknown'
    /** Its module is switched off. */
    | 'command.off'
    /** Its module did not load. */
    | 'command.failed'
    /** One of the two modules ended before the response. */
    | 'command.ended'
    /** A file for the command did not load. A retry uses another address; the command may already have started. */
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

/** Payloads only gain fields. Events are not replayed to later listeners. */
export interface ShellEvents {
  /** Asks the shell to open the tip dialog. */
  'tip.open': TipTarget
  /** Badges to announce, newest last. */
  'badges.earned': { badges: readonly Badge[] }
  /** A listening session ended on the server: positions, history and counts may have changed. */
  'listening.ended': { episodeId: string }
  /** The balance has changed. Screens with points should refetch. */
  'points.changed': { points: number }
}

export interface Bus<Events> {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): () => void
}
