import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * `npm test`: everything but the drills. Journeys share one running product and go one after the other, mostly waiting for a browser;
 * beside them, in a process of its own, runs all the rest. `npm test -- <file>` runs only what it names.
 */
const wanted = process.argv.slice(2)
const lanes =
  wanted.length > 0
    ? [wanted]
    : [
        ['--project', 'journeys'],
        ['--project', 'node', '--project', 'screens'],
      ]

const run = async (script: string, options: readonly string[] = []) => {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

// Before both of them: a test that starts the product would else wait for the other's build, and give up.
const built = await run('build')
process.exitCode = built === 0 ? Math.max(...(await Promise.all(lanes.map((lane) => run('vitest', lane))))) : built
