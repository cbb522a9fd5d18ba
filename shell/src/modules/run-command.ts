import type { Assignment } from '@griot/contracts/module-assignment'
import type { CommandError, RemoteInstanceV1 } from '@griot/shell-sdk/contract'
import type { ModuleLoader } from './loader-contract.ts'

const REASONS: Readonly<Record<CommandError['code'], string>> = {
  'command.unknown': 'no module has this command',
  'command.off': 'its module is switched off',
  'command.failed': 'its module did not load',
  'command.ended': 'one of the two modules ended',
  'command.missing': 'a part of its module did not come',
}

/** As builds name the error when a script or the styles of a part do not come. */
const MISSING = /ChunkLoadError|CSS_CHUNK_LOAD_FAILED/

const isMissingPart = (error: unknown) => {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return MISSING.test(`${name} ${code}`)
}

/** The module that announces the command. */
export const moduleOf = (command: string, { modules }: Assignment) =>
  Object.keys(modules).find((module) => modules[module]?.contributes.commands?.some(({ id }) => id === command))

/**
 * Asks the module behind the loader, null when there is none. It is loaded as for a page, with the same patience, and
 * stays what it is until it has answered. The signal is that of the asking module.
 */
export const runCommand = (loader: ModuleLoader | null, command: string, input: unknown, signal: AbortSignal) =>
  new Promise<unknown>((resolve, reject) => {
    const refuse = (code: CommandError['code'], cause?: unknown) => {
      end()
      const error: CommandError = Object.assign(new Error(`${command}: ${REASONS[code]}`, { cause }), { code })
      reject(error)
    }
    let asked: RemoteInstanceV1 | undefined
    const look = () => {
      const now = loader?.state.get()
      if (signal.aborted) refuse('command.ended')
      else if (!now) refuse('command.unknown')
      else if (now.status === 'off') refuse('command.off')
      else if (now.status === 'failed') refuse('command.failed')
      else if (asked) {
        if (now.status !== 'ready' || now.instance !== asked) refuse('command.ended')
      } else if (now.status === 'ready') {
        asked = now.instance
        const run = asked.commands?.[command]
        if (!run) return refuse('command.unknown')
        // One that throws before it promises anything has failed as well.
        void Promise.resolve(input)
          .then(run)
          .finally(end)
          .then(resolve, (error) => (isMissingPart(error) ? refuse('command.missing', error) : reject(error)))
      }
    }
    const detach = loader?.attach()
    const unwatch = loader?.state.subscribe(look)
    signal.addEventListener('abort', look)
    const end = () => {
      signal.removeEventListener('abort', look)
      unwatch?.()
      detach?.()
    }
    look()
  })
