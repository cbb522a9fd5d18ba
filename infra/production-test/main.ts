import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { BACKING_SERVICES, encodeBackingServices } from '@griot/service-kit/testing/backing-services'
import { SetupError } from '../common/setup-error.ts'
import { startServers } from './servers.ts'

/**
 * `npm run test:production`: the service tests and the main journey on an external PostgreSQL, Redis, S3 and OpenID provider.
 * `-- --both` first runs them on the embedded parts. `-- --only services`, `-- --only journey` or
 * `-- --only services <file>` runs a part.
 */
const { values, positionals } = parseArgs({
  options: { both: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
})

const SERVICES = ['services/', 'gateway/', 'packages/service-kit/', 'packages/module-registry/']

const PARTS = {
  services: ['--project', 'node', ...(positionals.length > 0 ? positionals : SERVICES)],
  journey: ['--project', 'journeys', 'shell/e2e/main-job.test.ts'],
} as const

const print = (line: string) => process.stdout.write(`${line}\n`)

const npm = async (args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn('npm', ['run', '--silent', ...args], { stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const parts = Object.entries(PARTS).filter(([name]) => values.only === undefined || values.only === name)

const runAll = async (configuration: string, env: Record<string, string>) => {
  let highestCode = 0
  for (const [name, options] of parts) {
    print(`\n${name}, ${configuration}`)
    highestCode = Math.max(highestCode, await npm(['vitest', '--', ...options], env))
  }
  return highestCode
}

const run = async () => {
  await npm(['test:servers'])
  if ((await npm(['build'])) !== 0) return 1
  const embedded = values.both ? await runAll('on the embedded parts', {}) : 0
  const servers = await startServers(print)
  try {
    const configuration = `on PostgreSQL, Redis, ${servers.bucket} and a separate OpenID provider`
    const production = await runAll(configuration, {
      ...servers.trust,
      [BACKING_SERVICES]: encodeBackingServices(servers.backingServices),
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
