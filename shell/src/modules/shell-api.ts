import type { Assignment, ModuleRelease } from '@griot/contracts/module-assignment'
import { may } from '@griot/contracts/permissions'
import type { User } from '@griot/contracts/user'
import type { Bus, PlayerApi, ShellApiV1, ShellEvents, Toast } from '@griot/shell-sdk/contract'
import type { Store } from '@griot/shell-sdk/store'
import { failureToast } from '@griot/ui/use-online'
import type { QueryClient } from '@tanstack/react-query'
import { createModuleStorage } from '../storage/module-storage.ts'
import { theme } from '../theme.ts'
import { createHttp } from './http.ts'
import { createSetBadge } from './menu-badges.ts'
import { offeredActions } from './offered-actions.ts'
import { SlotContents } from './slot-contents.tsx'

/** The services that all modules share. */
export interface ShellServices {
  player: PlayerApi
  user: Store<User | null>
  /** The user of the page, also after the session has ended; null until known. */
  userId(): string | null
  signIn(): void
  queryClient: QueryClient
  toast(toast: Toast): void
  events: Bus<ShellEvents>
  navigate(path: string): void
  assignment: Store<Assignment>
}

/** The services of one instance of a module. */
export interface InstanceServices {
  holdUpdates(): () => void
  /** Receives the status of a response that concerns the version: 5xx or 426. */
  notice(status: number): void
  reportError(error: unknown): void
  runCommand(command: string, input: unknown, signal: AbortSignal): Promise<unknown>
}

const NO_FLAGS: readonly string[] = []

type Params = Readonly<Record<string, string>>

/** The API of one instance. Its subscriptions end when the signal aborts. */
export const createShellApi = (
  services: ShellServices & InstanceServices,
  module: string,
  { version }: ModuleRelease,
  signal: AbortSignal,
): ShellApiV1 => {
  const href = (routeId: string, params: Params = {}) => routeHref(services.assignment.get(), routeId, params)
  const { load, play, pause, seek, state, queue } = services.player
  const { shell, rev } = services.assignment.get()
  const flags = () => services.assignment.get().modules[module]?.flags ?? NO_FLAGS
  return {
    meta: { module, version, shell, rev },
    // Listed one by one: the shell's player can do more than the contract promises.
    player: {
      state,
      load,
      play,
      pause,
      seek,
      queue: { state: queue.state, playNext: queue.playNext, add: queue.add, remove: queue.remove },
    },
    session: {
      user: services.user,
      can: (permission) => may(services.user.get(), permission),
      signIn: services.signIn,
    },
    http: createHttp({ module, version, signal, notice: services.notice }),
    // Includes the version: another version may expect other shapes.
    query: { client: services.queryClient, key: (...parts) => ['mfe', module, version, ...parts] },
    nav: {
      href,
      go: (routeId, params) => services.navigate(href(routeId, params)),
      setBadge: createSetBadge(module, signal),
    },
    ui: {
      toast: services.toast,
      confirm: async (question) => {
        const dialog = await import('../confirm/confirm.tsx').catch(() => null)
        if (dialog) return dialog.confirm(question, signal)
        services.toast(failureToast('That did not work'))
        return false
      },
      theme,
    },
    events: {
      emit: services.events.emit,
      on: (name, listener) => {
        if (signal.aborted) return () => {}
        const off = services.events.on(name, listener)
        signal.addEventListener('abort', off)
        return () => {
          // The signal outlives the screen that subscribed.
          signal.removeEventListener('abort', off)
          off()
        }
      },
    },
    commands: { run: (command, input) => services.runCommand(command, input, signal) },
    contributedActions: offeredActions(services.assignment),
    storage: createModuleStorage(module, services.userId),
    flags: {
      isOn: (name) => flags().includes(name),
      on: { get: flags, subscribe: services.assignment.subscribe },
    },
    slots: { Contents: SlotContents },
    signal,
    update: { block: () => services.holdUpdates() },
    telemetry: {
      ready: () => void performance.mark(`mfe:${module}:ready`),
      error: (error, context) => {
        console.error(`${module}@${version}`, error, context ?? '')
        services.reportError(error)
      },
    },
  }
}

/** The path of a page by its id, of any module. */
const routeHref = ({ modules }: Assignment, routeId: string, params: Params) => {
  const route = Object.values(modules)
    .flatMap(({ contributes }) => contributes.routes)
    .find(({ id }) => id === routeId)
  return route ? route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) : '/'
}
