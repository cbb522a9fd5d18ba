import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { SetupError } from '../common/setup-error.ts'
import { root } from './config.ts'
import { eachLine, type LogFile } from './log-file.ts'

interface Helper {
  /** The bundle in `infra/dist`. */
  script: string
  log: LogFile
  input: unknown
  /** With its number when it runs, without when it has ended. */
  onChange: (pid?: number) => void
  onProgress?: (line: string) => void
}

const isProgress = (message: unknown): message is { progress: string } =>
  typeof message === 'object' && message !== null && 'progress' in message

/** Runs a process that does one thing: it gets one message, may say how far it is, answers once and ends. */
export const runHelper = ({ script, log, input, onChange, onProgress }: Helper) =>
  new Promise<unknown>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'infra', 'dist', script)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    onChange(child.pid)
    eachLine(child.stdout, log.write)
    eachLine(child.stderr, log.write)
    let answer: unknown
    child.on('message', (message) => {
      if (isProgress(message)) onProgress?.(message.progress)
      else answer = message
    })
    child.once('error', reject)
    child.once('close', () => {
      onChange()
      if (answer !== undefined) resolve(answer)
      else reject(new SetupError(`${script.replace('.js', '')} ended without an answer; its log is ${log.file}`))
    })
    child.send(input as object)
  })
