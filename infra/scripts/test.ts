import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonTestResults } from 'vitest/node'
import { findChromium } from '../testing/chromium.ts'

/**
 * `npm test`: all tests except fault tests and the journeys of module teams, admins and members. The journeys of a group share one product and run one after the other, often
 * waiting for the browser, so both groups and all other tests run at the same time. The other tests have a lower priority: a
 * step of a journey that waits for a processor can fail. `npm test -- <file>` runs the named tests only.
 *
 * The processes print at the same time, so the failures are listed once more at the end. Of a run of all tests, up to
 * `MOST_REPEATED` files that failed run once more, without other load. A file that passes then is named as unstable: its test
 * depends on chance and must be fixed, but it does not stop a release.
 */
const MOST_REPEATED = 4
const named = process.argv.slice(2)
const { PRIORITY_NORMAL, PRIORITY_BELOW_NORMAL } = constants.priority
const all = [
  { options: ['--project', 'listener-journeys'], priority: PRIORITY_NORMAL },
  { options: ['--project', 'journeys'], priority: PRIORITY_NORMAL },
  { options: ['--project', 'node', '--project', 'screens'], priority: PRIORITY_BELOW_NORMAL },
]
const runs = named.length > 0 ? [{ options: named, priority: PRIORITY_NORMAL }] : all

const run = async (script: string, options: readonly string[] = [], priority = PRIORITY_NORMAL) => {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], { stdio: 'inherit' })
  // The processes that it starts inherit the priority.
  if (child.pid !== undefined) setPriority(child.pid, priority)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const failuresIn = (failed: JsonTestResults['testResults']) =>
  failed.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}\n  ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} > ${fullName}\n  ${failureMessages?.join('\n  ')}`),
  ])

const results = mkdtempSync(join(tmpdir(), 'griot-tests-'))
const runTests = async ({ options, priority }: (typeof runs)[number], index: number) => {
  const file = join(results, `${index}.json`)
  const code = await run(
    'vitest',
    ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...options],
    priority,
  )
  if (code === 0) return { options, code, files: [], failures: [] }
  const files = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults).testResults : []
  const failed = files.filter(({ status }) => status === 'failed')
  return {
    options,
    code,
    files: failed.map(({ name }) => name),
    failures: [`vitest ${options.join(' ')} exited with ${code}`, ...failuresIn(failed)],
  }
}

const print = (lines: readonly string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''))

/**
 * Runs the failed files again, each group as before: vitest refuses to run projects with different numbers of workers together.
 * Returns 0 if each run failed only because of files that pass now.
 */
const repeat = async (ended: readonly Awaited<ReturnType<typeof runTests>>[]) => {
  const failed = ended.filter(({ code }) => code !== 0)
  const files = failed.flatMap((run) => run.files)
  const isRepeatable = named.length === 0 && failed.every((run) => run.files.length > 0)
  if (files.length === 0 || files.length > MOST_REPEATED || !isRepeatable) {
    return Math.max(0, ...failed.map((run) => run.code))
  }
  print([`Runs again without other load: ${files.join(', ')}`])
  let code = 0
  for (const [index, run] of failed.entries()) {
    const options = [...run.options, ...run.files]
    const second = await runTests({ options, priority: PRIORITY_NORMAL }, all.length + index)
    print(second.code === 0 ? run.files.map((file) => `UNSTABLE, passed in its second run: ${file}`) : second.failures)
    code = Math.max(code, second.code)
  }
  return code
}

// Build first: otherwise a test that starts the product could time out while the other process builds.
const built = await run('build')
if (built === 0) {
  // Installs it if it is missing: apt refuses to run in several groups at once. Without it, the tests that need it say so.
  if (named.length === 0) await findChromium().catch(() => undefined)
  const ended = await Promise.all(runs.map(runTests))
  print(ended.flatMap(({ failures }) => failures))
  process.exitCode = await repeat(ended)
} else {
  process.exitCode = built
}
rmSync(results, { recursive: true, force: true })
