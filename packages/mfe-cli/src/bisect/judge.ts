import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { EXIT, Stop } from '../outcome.ts'
import type { Verdict } from './search.ts'

export type Judge = (link: string) => Promise<Verdict>

const SKIP = 125
const WORDS: Readonly<Record<string, Verdict>> = {
  good: 'good',
  g: 'good',
  bad: 'bad',
  b: 'bad',
  skip: 'skip',
  s: 'skip',
}

/** Someone looks at the link and says. What is asked is no part of what the command has to say: it goes to stderr. */
export const askPerson = (
  from: Readable & { isTTY?: boolean } = process.stdin,
  to: Writable = process.stderr,
): Judge => {
  if (!from.isTTY) {
    throw new Stop(EXIT.refused, 'There is nobody here to ask: --run <command> judges by itself.', [
      'It finds the link in MFE_URL, and ends with 0 for good, 1 to 124 for bad, 125 for what it cannot tell.',
    ])
  }
  return async () => {
    const asked = createInterface({ input: from, output: to })
    const ended = once(asked, 'close').then(() => null)
    asked.once('SIGINT', () => asked.close())
    try {
      for (;;) {
        // Ctrl-D refuses the question, Ctrl-C leaves it open.
        const question = asked.question('  good, bad or skip? ').catch(() => null)
        const answer = await Promise.race([question, ended])
        if (answer === null) throw new Stop(EXIT.refused, 'It was not finished; nothing is kept of it anywhere.')
        const verdict = WORDS[answer.trim().toLowerCase()]
        if (verdict) return verdict
      }
    } finally {
      asked.close()
    }
  }
}

/** A command looks at the link and says by how it ends, as `git bisect run` wants it. */
export const runCommand =
  (command: string): Judge =>
  async (link) => {
    const env = { ...process.env, MFE_URL: link }
    // Its words go beside ours: what we say on stdout may be for a program.
    const child = spawn(command, { shell: true, env, stdio: ['ignore', process.stderr, process.stderr] })
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (code === 0) return 'good'
    if (code === SKIP) return 'skip'
    if (code !== null && code < SKIP) return 'bad'
    throw new Stop(
      EXIT.refused,
      `The command ended with ${signal ?? code}, which says nothing of the version: ${command}`,
    )
  }
