import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BUILD_LOCK } from '../build/targets.ts'
import { takeLock } from '../common/lock-file.ts'
import { gone, isAlive, processesWith } from '../common/process-table.ts'
import { startGriot } from '../testing/griot.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'griot-start-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const griot = (...how: Parameters<typeof startGriot>) => {
  const product = startGriot(...how)
  cleanUp.push(product.stop)
  return product
}

const status = (address: string): Promise<number> =>
  fetch(`${address.replace('localhost', '127.0.0.1')}/healthz`).then(
    (response) => response.status,
    () => 0,
  )

const running = (dataDir: string): number[] =>
  (JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')) as { pid: number }[]).map(({ pid }) => pid)

const postgresOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

// One installation through all of its life: a start takes seconds, and a fresh one most of them.
describe('an installation', () => {
  let dataDir: string
  const started: ReturnType<typeof startGriot>[] = []
  const start = (...how: Parameters<typeof startGriot>) => {
    const product = startGriot(...how)
    started.push(product)
    return product
  }
  let product: ReturnType<typeof startGriot>
  let secrets: string

  beforeAll(() => {
    dataDir = join(mkdtempSync(join(tmpdir(), 'griot-start-')), 'data')
  })
  afterAll(async () => {
    await Promise.all(started.map(({ stop }) => stop()))
    rmSync(dirname(dataDir), { recursive: true, force: true })
  })

  it('comes up beside another one, and lets no third into its folder', async () => {
    product = start(dataDir)
    const elsewhere = scratch()
    const other = griot(elsewhere)
    const addresses = await Promise.all([product.ready, other.ready])
    expect(await Promise.all(addresses.map(status))).toEqual([200, 200])
    const page = await fetch(addresses[0].replace('localhost', '127.0.0.1'))
    expect(page.headers.get('content-type')).toContain('text/html')
    secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')

    // At once, although it would have to wait before it could build.
    const lock = takeLock(BUILD_LOCK)
    if (lock.held) cleanUp.push(lock.release)
    const intruder = griot(dataDir)
    expect(await intruder.ended).toBe(1)
    expect(intruder.said()).toMatch(/is in use by another Griot \(process \d+\): stop it, or set DATA_DIR and PORT/)

    const all = [...running(elsewhere), postgresOf(elsewhere)]
    expect(all).toHaveLength(6)
    expect(await other.stop()).toBe(0)
    expect(all.filter(isAlive)).toEqual([])
    expect(existsSync(join(elsewhere, 'griot.lock'))).toBe(false)
    expect(await Promise.all(addresses.map(status))).toEqual([200, 0])
  }, 480_000)

  it('brings back whatever is killed', async () => {
    const address = await product.ready
    const before = running(dataDir)
    expect(before).toHaveLength(5)
    for (const pid of [...before, postgresOf(dataDir)]) process.kill(pid, 'SIGKILL')
    await expect.poll(() => running(dataDir).some((pid) => before.includes(pid)), { timeout: 120_000 }).toBe(false)
    await expect.poll(() => status(address), { timeout: 120_000 }).toBe(200)
  }, 180_000)

  it('recovers from a kill of the starter, and from a kill of everything', async () => {
    const orphans = running(dataDir)
    product.child.kill('SIGKILL')
    await product.ended
    product = start(dataDir)
    expect(await status(await product.ready)).toBe(200)
    for (const pid of orphans) expect(await gone(pid, 0)).toBe(true)

    for (const pid of [product.child.pid ?? 0, ...running(dataDir), postgresOf(dataDir)]) process.kill(pid, 'SIGKILL')
    await product.ended
    product = start(dataDir, {}, ['npm', 'start'])
    expect(await status(await product.ready)).toBe(200)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
  }, 480_000)

  it('ends with the npm that runs it', async () => {
    const address = await product.ready
    const all = [...running(dataDir), postgresOf(dataDir)]
    product.child.kill('SIGTERM')
    await product.ended
    for (const pid of all) expect(await gone(pid, 60_000)).toBe(true)
    await expect.poll(() => existsSync(join(dataDir, 'griot.lock')), { timeout: 60_000 }).toBe(false)
    expect(await status(address)).toBe(0)
  }, 180_000)
})

describe('npm start', () => {
  it('stops cleanly when told to before it is up', async () => {
    const dataDir = scratch()
    const product = griot(dataDir)
    await expect.poll(() => product.said(), { timeout: 120_000 }).toContain('Preparing the database')
    expect(await product.stop()).toBe(0)
    expect(processesWith(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  }, 480_000)

  it('says in one sentence what is in the way', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    cleanUp.push(() => busy.close())
    const address = busy.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const file = join(scratch(), 'file')
    writeFileSync(file, '')

    const cases = [
      { dataDir: scratch(), env: { PORT: port }, says: `Port ${port} on 127.0.0.1 is in use or not allowed` },
      { dataDir: scratch(), env: { PORT: 'eighty' }, says: 'PORT: is not a number from 0 to 65535.' },
      { dataDir: join(file, 'data'), env: {}, says: 'cannot be written to' },
      { dataDir: '/proc/griot', env: {}, says: 'cannot be written to' },
      {
        dataDir: scratch(),
        env: { OBJECTS_DIR: '/proc/griot' },
        says: '/proc/griot cannot be written to: set OBJECTS_DIR',
      },
      { dataDir: scratch(), env: { MODULES_DIR: join(file, 'm') }, says: 'cannot be written to: set MODULES_DIR' },
      { dataDir: scratch(), env: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/griot' }, says: 'ECONNREFUSED' },
      { dataDir: scratch(), env: { ADMIN_EMAILS: 'a@b.c', OIDC_ISSUER: 'nonsense' }, says: 'OIDC_ISSUER' },
    ] as const
    const refuses = async ({ dataDir, env, says }: (typeof cases)[number], command?: string[]) => {
      const product = griot(dataDir, env, command)
      expect(await product.ended).toBe(1)
      expect(product.said()).toContain(says)
    }
    const [first, ...others] = cases
    await refuses(first)
    // By now everything is built, and looking for what is not takes longer than the rest.
    await Promise.all(others.map((other) => refuses(other, [process.execPath, 'infra/dist/supervisor.js'])))
  }, 480_000)
})
