import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonTestResults } from 'vitest/node'

/**
 * `npm test`: all tests except fault tests. The journeys share one product and run one after the other, mostly waiting for the
 * browser, so a second process runs all other tests at the same time. `npm test -- <file>` runs the named tests only.
 *
 * The two processes print at the same time, so the failures are listed once more at the end.
 */
const named = process.argv.slice(2)
const all = [
  ['--project', 'journeys'],
  ['--project', 'node', '--project', 'screens'],
]
const runs = named.length > 0 ? [named] : all

const run = async (script: string, options: readonly string[] = []) => {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const failuresIn = ({ testResults }: JsonTestResults) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${name}\n  ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${name} > ${fullName}\n  ${failureMessages?.join('\n  ')}`),
    ])

const results = mkdtempSync(join(tmpdir(), 'griot-tests-'))
const runTests = async (options: readonly string[], index: number) => {
  const file = join(results, `${index}.json`)
  const code = await run('vitest', ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...options])
  if (code === 0) return { code, failures: [] }
  const failures = existsSync(file) ? failuresIn(JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults) : []
  return { code, failures: [`vitest ${options.join(' ')} exited with ${code}`, ...failures] }
}

// Build first: otherwise a test that starts the product could time out while the other process builds.
const built = await run('build')
if (built === 0) {
  const ended = await Promise.all(runs.map(runTests))
  process.stdout.write(ended.flatMap(({ failures }) => failures.map((failure) => `${failure}\n`)).join(''))
  process.exitCode = Math.max(...ended.map(({ code }) => code))
} else {
  process.exitCode = built
}
rmSync(results, { recursive: true, force: true })
