import type { Assignment, ModuleRelease } from '@griot/contracts/module-assignment'
import { may } from '@griot/contracts/permissions'
import type { User } from '@griot/contracts/user'
import type { Bus, PlayerApi, ShellApiV1, ShellEvents, Toast } from '@griot/shell-sdk/contract'
import type { Store } from '@griot/shell-sdk/store'
import type { QueryClient } from '@tanstack/react-query'
import { createHttp } from './http.ts'
import { createModuleStorage } from './module-storage.ts'

/** The parts of the shell that modules are given, made once at boot. */
export interface ShellServices {
  player: PlayerApi
  user: Store<User | null>
  /** Whose page it is, also when their session has ended; null until it is known. */
  person(): string | null
  signIn(): void
  queryClient: QueryClient
  toast(toast: Toast): void
  events: Bus<ShellEvents>
  navigate(path: string): void
  assignment: Store<Assignment>
}

/** What the API needs of what stands around the one module that it is for. */
export interface Around {
  block(): () => void
  notice(status: number): void
  mistaken(): void
  run(command: string, input: unknown, signal: AbortSignal): Promise<unknown>
}

const NO_FLAGS: readonly string[] = []

type Params = Readonly<Record<string, string>>

/** The API for one instance of one module; what it listens to ends with its signal. */
export const createShellApi = (
  services: ShellServices & Around,
  module: string,
  { version }: ModuleRelease,
  signal: AbortSignal,
): ShellApiV1 => {
  const href = (routeId: string, params: Params = {}) => routeHref(services.assignment.get(), routeId, params)
  const { load, play, pause, seek, state, queue } = services.player
  const { shell, rev } = services.assignment.get()
  const flagsOn = () => services.assignment.get().modules[module]?.flags ?? NO_FLAGS
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
    session: {
      user: services.user,
      can: (permission) => may(services.user.get(), permission),
      signIn: services.signIn,
    },
    http: createHttp({ module, version, signal, notice: services.notice }),
    // Of this version alone: one that was taken back must not leave its answers to another that reads them otherwise.
    query: { client: services.queryClient, key: (...parts) => ['mfe', module, version, ...parts] },
    nav: { href, go: (routeId, params) => services.navigate(href(routeId, params)) },
    ui: {
      toast: services.toast,
      // Only who asks fetches it.
      confirm: (question) =>
        import('../confirm/ask.tsx').then(
          ({ ask }) => ask(question, signal),
          () => {
            services.toast({ title: 'That did not work', description: 'Please try again.', tone: 'destructive' })
            return false
          },
        ),
    },
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
    commands: { run: (command, input) => services.run(command, input, signal) },
    storage: createModuleStorage(module, services.person),
    flags: {
      isOn: (name) => flagsOn().includes(name),
      on: { get: flagsOn, subscribe: services.assignment.subscribe },
    },
    signal,
    update: { block: () => services.block() },
    telemetry: {
      ready: () => void performance.mark(`mfe:${module}:ready`),
      error: (error, context) => {
        console.error(`${module}@${version}`, error, context ?? '')
        services.mistaken()
      },
    },
  }
}

/** Path of a page by its stable name, whichever module brings it. */
const routeHref = ({ modules }: Assignment, routeId: string, params: Params) => {
  for (const { contributes } of Object.values(modules)) {
    const route = contributes.routes.find(({ id }) => id === routeId)
    if (route) return route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  }
  return '/'
}
