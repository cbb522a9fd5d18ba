import type { ChildProcess } from 'node:child_process'
import { signal, terminate } from '../common/process-table.ts'
import { printLine } from '../common/progress.ts'
import type { ProcessSpec } from './environment.ts'
import { openLogFile, readWarning } from './log-file.ts'
import { spawnProcess } from './spawn-process.ts'

/** Delays before restarts in a row; the last one repeats. */
const RESTART_DELAYS_MS = [100, 300, 1000, 2000, 5000]
/** After this run time the next exit counts as the first one again. */
const STABLE_AFTER_MS = 20_000

interface Options {
  spec: Pick<ProcessSpec, 'name' | 'script' | 'env'>
  dataDir: string
  logFile: string
  /** Awaited before each restart. */
  beforeRestart: () => Promise<unknown>
}

/** Runs a process, and restarts it when it exits, until `stop` is called. */
export const keepRunning = ({ spec: { name, script, env }, dataDir, logFile, beforeRestart }: Options) => {
  const log = openLogFile(logFile)
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let isRestarting = false
  let isReady = false
  let exits = 0

  const onLine = (line: string) => {
    log.write(line)
    const warning = readWarning(line)
    if (warning) printLine(`[${name}] ${warning}`)
  }

  const start = () => {
    const startedAt = Date.now()
    isReady = false
    child = spawnProcess({ script, dataDir, env, onLine })
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) isReady = true
    })
    child.once('error', (error) => log.write(`could not be started: ${error.message}`))
    child.once('close', (code, signalName) => {
      child = undefined
      if (isRestarting) {
        isRestarting = false
        void restart()
      } else if (!isStopping) {
        exits = Date.now() - startedAt > STABLE_AFTER_MS ? 1 : exits + 1
        printLine(`[${name}] ended (${signalName ?? `code ${code}`}) and is restarted; its log is ${logFile}`)
        timer = setTimeout(restart, RESTART_DELAYS_MS[Math.min(exits, RESTART_DELAYS_MS.length) - 1])
      }
    })
  }
  const restart = async () => {
    await beforeRestart()
    if (!isStopping) start()
  }
  start()

  return {
    name,
    log,
    pid: () => child?.pid,
    /** True after the process sent a ready message. */
    isReady: () => isReady,
    /** The number of exits in a row. */
    exits: () => exits,
    /** Ends the process and starts it from the current build. */
    restart() {
      exits = 0
      if (child?.pid === undefined) return
      isRestarting = true
      signal(child.pid, 'SIGTERM')
    },
    /** Sends SIGTERM, and SIGKILL after the grace time. */
    async stop(graceMs: number) {
      isStopping = true
      clearTimeout(timer)
      if (child?.pid !== undefined) await terminate(child.pid, graceMs)
    },
  }
}

export type Child = ReturnType<typeof keepRunning>
