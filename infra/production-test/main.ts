import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { encodeSurroundings, SURROUNDINGS } from '@griot/service-kit/testing/surroundings'
import { SetupError } from '../common/setup-error.ts'
import { startServers } from './servers.ts'

/**
 * `npm run test:production`: the services' tests and the journey from a recording to points, on an external PostgreSQL,
 * Redis, S3 and OpenID provider. `-- --both` runs the same on the embedded parts before; `-- --only services` or
 * `-- --only journey` runs one half, `-- --only services <file>` the tests of services that it names.
 */
const { values, positionals } = parseArgs({
  options: { both: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
})

const SERVICES = ['services/', 'gateway/', 'packages/service-kit/', 'packages/module-registry/']

const HALVES = {
  services: ['--project', 'node', ...(positionals.length > 0 ? positionals : SERVICES)],
  journey: ['--project', 'journeys', 'shell/e2e/main-job.test.ts'],
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)

const npm = async (args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn('npm', ['run', '--silent', ...args], { stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const halves = Object.entries(HALVES).filter(([name]) => values.only === undefined || values.only === name)

const runAll = async (configuration: string, env: Record<string, string>) => {
  let worst = 0
  for (const [name, options] of halves) {
    say(`\n${name}, ${configuration}`)
    worst = Math.max(worst, await npm(['vitest', '--', ...options], env))
  }
  return worst
}

/** Answers the exit code. */
const run = async () => {
  await npm(['test:servers'])
  if ((await npm(['build'])) !== 0) return 1
  const embedded = values.both ? await runAll('on the embedded parts', {}) : 0
  const servers = await startServers(say)
  try {
    const where = `on PostgreSQL, Redis, ${servers.bucket} and a separate OpenID provider`
    const production = await runAll(where, {
      ...servers.trust,
      [SURROUNDINGS]: encodeSurroundings(servers.surroundings),
      TEST_PRODUCT: JSON.stringify(servers.product),
    })
    return Math.max(embedded, production)
  } finally {
    await servers.stop()
  }
}

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  return 1
})
