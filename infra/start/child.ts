import { type ChildProcess, spawn } from 'node:child_process'
import { gone, signal } from '../common/process-table.ts'
import { say } from '../common/progress.ts'
import { root } from './config.ts'
import type { ProcessSpec } from './environment.ts'
import { asWarning, eachLine, type LogFile } from './log-file.ts'

/** Pauses before a process is started again, the last one for ever after. */
const PAUSES_MS = [100, 300, 1000, 2000, 5000]
/** A process that ran this long was well; its next end counts as the first. */
const WELL_AFTER_MS = 20_000

export interface ChildOptions {
  spec: ProcessSpec
  log: LogFile
  /** Every time a process is started or has ended. */
  onChange: () => void
  /** What a new start waits for; the first does not. */
  mayStart?: () => Promise<unknown>
}

/** A process that is kept running until it is told to stop. */
export const keepRunning = ({ spec, log, onChange, mayStart }: ChildOptions) => {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let isChanging = false
  let isReady = false
  let ends = 0

  const start = () => {
    const began = Date.now()
    timer = undefined
    isReady = false
    // A session of its own: Ctrl-C goes to us, and we tell everyone in the right order. The channel tells it when we die.
    const started = spawn(process.execPath, [spec.script], {
      cwd: root,
      env: spec.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    child = started
    eachLine(started.stdout, (line) => {
      log.write(line)
      const warning = asWarning(line)
      if (warning) say(`[${spec.name}] ${warning}`)
    })
    eachLine(started.stderr, log.write)
    started.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) isReady = true
    })
    started.once('error', (error) => log.write(`could not be started: ${error.message}`))
    started.once('close', (code, how) => {
      child = undefined
      if (isChanging) {
        isChanging = false
        void startAgain()
      } else if (!isStopping) {
        ends = Date.now() - began > WELL_AFTER_MS ? 1 : ends + 1
        say(`[${spec.name}] ended (${how ?? `code ${code}`}) and is started again; its log is ${log.file}`)
        timer = setTimeout(startAgain, PAUSES_MS[Math.min(ends, PAUSES_MS.length) - 1])
      }
      onChange()
    })
    onChange()
  }
  const startAgain = async () => {
    await mayStart?.()
    if (!isStopping) start()
  }
  start()

  return {
    name: spec.name,
    pid: () => child?.pid,
    /** True once the process said so; for those that answer no requests. */
    isReady: () => isReady,
    /** How often it ended in a row. */
    ends: () => ends,
    log,
    /** Ends the process and starts it again at once, with what was built meanwhile. */
    restart() {
      ends = 0
      if (child?.pid === undefined) return
      isChanging = true
      signal(child.pid, 'SIGTERM')
    },
    /** Asks it to end; by force after the given time. */
    async stop(graceMs: number) {
      isStopping = true
      clearTimeout(timer)
      const pid = child?.pid
      if (pid === undefined) return
      signal(pid, 'SIGTERM')
      if (await gone(pid, graceMs)) return
      signal(pid, 'SIGKILL')
      await gone(pid, 2000)
    },
  }
}

export type Child = ReturnType<typeof keepRunning>
