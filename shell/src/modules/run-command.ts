import type { Assignment } from '@griot/contracts/module-assignment'
import type { CommandError, RemoteInstanceV1 } from '@griot/shell-sdk/contract'
import type { ModuleLoader } from './loader.ts'

const REASONS: Readonly<Record<CommandError['code'], string>> = {
  'command.unknown': 'no module has this command',
  'command.off': 'its module is disabled',
  'command.failed': 'its module did not load',
  'command.ended': 'one of the two modules was disposed',
  'command.missing': 'a chunk of its module did not load',
}

/** The names that builds give to a failed script or stylesheet. */
const MISSING = /ChunkLoadError|CSS_CHUNK_LOAD_FAILED/

const isMissingChunk = (error: unknown) => {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return MISSING.test(`${name} ${code}`)
}

export const moduleOf = (command: string, { modules }: Assignment) =>
  Object.keys(modules).find((module) => modules[module]?.contributes.commands?.some(({ id }) => id === command))

/**
 * Runs a command of the module behind the loader (null if no module has it). The module is loaded as for a page, and its
 * version is kept until the response. The signal is that of the calling module.
 */
export const runCommand = (loader: ModuleLoader | null, command: string, input: unknown, signal: AbortSignal) =>
  new Promise<unknown>((resolve, reject) => {
    const fail = (code: CommandError['code'], cause?: unknown) => {
      end()
      const error: CommandError = Object.assign(new Error(`${command}: ${REASONS[code]}`, { cause }), { code })
      reject(error)
    }
    const start = (instance: RemoteInstanceV1) => {
      const run = instance.commands?.[command]
      if (!run) return fail('command.unknown')
      // Within a promise, so that a synchronous error also rejects.
      void Promise.resolve(input)
        .then(run)
        .finally(end)
        .then(resolve, (error) => (isMissingChunk(error) ? fail('command.missing', error) : reject(error)))
    }
    let running: RemoteInstanceV1 | undefined
    const check = () => {
      const state = loader?.state.get()
      const instance = state?.status === 'ready' ? state.instance : undefined
      if (signal.aborted) fail('command.ended')
      else if (!state) fail('command.unknown')
      else if (state.status === 'off') fail('command.off')
      else if (state.status === 'failed') fail('command.failed')
      else if (running && running !== instance) fail('command.ended')
      else if (!running && instance) {
        running = instance
        start(instance)
      }
    }
    const detach = loader?.attach()
    const unsubscribe = loader?.state.subscribe(check)
    signal.addEventListener('abort', check)
    const end = () => {
      signal.removeEventListener('abort', check)
      unsubscribe?.()
      detach?.()
    }
    check()
  })
