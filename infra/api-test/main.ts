import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GetDescription } from '@griot/contracts/description'
import { startGriot } from '../testing/start-griot.ts'
import { installSchemathesis } from './install-schemathesis.ts'
import { addSampleData } from './sample-data.ts'

/**
 * `npm run test:api`: starts the product and sends it some thousand requests that Schemathesis derives from the API
 * description, valid and invalid ones: as a host who is an admin, and as another host. A response that the description does
 * not allow is a failure. Options follow `--`: `-- --include-operation-id sendTip`.
 */
const ADMIN = 'admin@example.org'
const CONFIGURATION = fileURLToPath(new URL('schemathesis.toml', import.meta.url))

// The phase `coverage` sends the limits of each schema and every other method; the role does not change its result.
const RUNS = [
  { name: 'an admin', phases: 'coverage,fuzzing' },
  { name: 'another host', phases: 'fuzzing' },
] as const

type Host = Awaited<ReturnType<typeof addSampleData>>[number]

/** Copies the configuration, with the ids of this host beside it. */
const writeConfiguration = async (folder: string, { ids }: Host) => {
  await mkdir(folder)
  for (const [kind, id] of Object.entries(ids)) await writeFile(join(folder, `${kind}.txt`), `"${id}"\n`)
  const config = join(folder, 'schemathesis.toml')
  await copyFile(CONFIGURATION, config)
  return config
}

const run = async (schemathesis: string, options: readonly string[], { session }: Host) => {
  const child = spawn(schemathesis, [...options, '--workers', '2', ...process.argv.slice(2)], {
    // It stores its results in the current folder.
    cwd: dirname(options[1] ?? ''),
    env: { ...process.env, SESSION: session },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const test = async (schemathesis: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-api-test-'))
  // With this variable the product ends when npm is killed.
  const product = startGriot(join(folder, 'data'), { ADMIN_EMAILS: ADMIN, npm_lifecycle_event: 'test' })
  try {
    const origin = await product.ready
    const address = new URL(GetDescription.path, origin).href
    const hosts = await addSampleData(origin, [ADMIN, 'host@example.org'])
    const codes = []
    for (const [index, host] of hosts.entries()) {
      const { name, phases } = RUNS[index] as (typeof RUNS)[number]
      process.stdout.write(`  As ${name}\n`)
      const config = await writeConfiguration(join(folder, `${index}`), host)
      codes.push(await run(schemathesis, ['--config-file', config, 'run', address, '--phases', phases], host))
    }
    return Math.max(...codes)
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const installed = await installSchemathesis()
if ('path' in installed) process.exitCode = await test(installed.path)
else process.stdout.write(`The API was not tested with Schemathesis: ${installed.reason}.\n`)
