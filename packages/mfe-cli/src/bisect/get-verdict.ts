import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { refused } from '../output.ts'
import type { Verdict } from './search.ts'

/** Tests what a link shows. */
export type GetVerdict = (link: string) => Promise<Verdict>

const SKIP = 125
const VERDICTS: readonly Verdict[] = ['good', 'bad', 'skip']

/** Asks in the terminal. Prompts go to stderr, because stdout may be JSON. */
export const promptForVerdict = (
  from: Readable & { isTTY?: boolean } = process.stdin,
  to: Writable = process.stderr,
): GetVerdict => {
  if (!from.isTTY) {
    throw refused('There is no terminal to ask in. Use --run <command>.', [
      'The command gets the link in MFE_URL. Its exit code is 0 for good, 1 to 124 for bad, 125 to skip.',
    ])
  }
  return async () => {
    const terminal = createInterface({ input: from, output: to, prompt: '  good, bad or skip? ' })
    terminal.prompt()
    // Ctrl-C and Ctrl-D end the loop.
    for await (const line of terminal) {
      const answer = line.trim().toLowerCase()
      const verdict = VERDICTS.find((one) => one === answer || one[0] === answer)
      if (verdict) return verdict
      terminal.prompt()
    }
    throw refused('The bisection was cancelled. Its results are not stored.')
  }
}

/** Runs a command with the exit codes of `git bisect run`. */
export const runForVerdict =
  (command: string): GetVerdict =>
  async (link) => {
    const env = { ...process.env, MFE_URL: link }
    // Its output goes to stderr, because stdout may be JSON.
    const child = spawn(command, { shell: true, env, stdio: ['ignore', process.stderr, process.stderr] })
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (code === 0) return 'good'
    if (code === SKIP) return 'skip'
    if (code !== null && code < SKIP) return 'bad'
    throw refused(`The command ended with ${signal ?? code}, which is not a verdict: ${command}`)
  }
