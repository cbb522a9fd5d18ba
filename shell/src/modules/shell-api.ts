import type { Assignment, ModuleRelease } from '@griot/contracts/modules'
import type { User } from '@griot/contracts/user'
import type { Bus, PlayerApi, ShellApiV1, ShellEvents, Toast } from '@griot/shell-sdk/contract'
import type { Store } from '@griot/shell-sdk/store'
import type { QueryClient } from '@tanstack/react-query'
import { createHttp } from './http.ts'

/** The parts of the shell that modules are given, made once at boot. */
export interface ShellServices {
  player: PlayerApi
  user: Store<User | null>
  signIn(): void
  queryClient: QueryClient
  toast(toast: Toast): void
  events: Bus<ShellEvents>
  navigate(path: string): void
  assignment: Store<Assignment>
}

type Params = Readonly<Record<string, string>>

/** The API for one instance of one module; what it listens to ends with its signal. */
export const createShellApi = (
  services: ShellServices & { block(): () => void; notice(status: number): void },
  module: string,
  { version }: ModuleRelease,
  signal: AbortSignal,
): ShellApiV1 => {
  const href = (routeId: string, params: Params = {}) => routeHref(services.assignment.get(), routeId, params)
  const { load, play, pause, seek, state, queue } = services.player
  const { shell, rev } = services.assignment.get()
  return {
    meta: { module, version, shell, rev },
    // Named one by one: whatever else the shell's player can do is not promised to remotes.
    player: {
      state,
      load,
      play,
      pause,
      seek,
      queue: { state: queue.state, playNext: queue.playNext, add: queue.add, remove: queue.remove },
    },
    session: { user: services.user, signIn: services.signIn },
    http: createHttp({ module, version, signal, notice: services.notice }),
    query: { client: services.queryClient, key: (...parts) => ['mfe', module, ...parts] },
    nav: { href, go: (routeId, params) => services.navigate(href(routeId, params)) },
    ui: { toast: services.toast },
    events: {
      emit: services.events.emit,
      on: (name, listener) => {
        if (signal.aborted) return () => {}
        const off = services.events.on(name, listener)
        signal.addEventListener('abort', off)
        return () => {
          // A screen that comes and goes must leave nothing on a signal that outlives it.
          signal.removeEventListener('abort', off)
          off()
        }
      },
    },
    signal,
    update: { block: () => services.block() },
    telemetry: {
      ready: () => void performance.mark(`mfe:${module}:ready`),
      error: (error, context) => console.error(`${module}@${version}`, error, context ?? ''),
    },
  }
}

/** Path of a page by its stable name, whichever module brings it. */
export const routeHref = ({ modules }: Assignment, routeId: string, params: Params) => {
  for (const { contributes } of Object.values(modules)) {
    const route = contributes.routes.find(({ id }) => id === routeId)
    if (route) return route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  }
  return '/'
}
