import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BUILD_LOCK } from '../build/targets.ts'
import { takeLock } from '../common/lock-file.ts'
import { processesWith, waitForExit } from '../common/process-table.ts'
import { startGriot } from '../testing/start-griot.ts'
import { markerOf } from './spawn-process.ts'

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

const running = (dataDir: string): number[] => processesWith(markerOf(dataDir))

const postgresOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

// One installation for all tests of this block, because a first start takes seconds.
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

  it('refuses a second start on the same folder', async () => {
    product = start(dataDir)
    const address = await product.ready
    expect(await status(address)).toBe(200)
    const page = await fetch(address.replace('localhost', '127.0.0.1'))
    expect(page.headers.get('content-type')).toContain('text/html')
    secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')

    // The refusal comes before the build lock is needed.
    const lock = takeLock(BUILD_LOCK)
    if (lock.held) cleanUp.push(lock.release)
    const refused = griot(dataDir)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/is in use by another Griot \(process \d+\): stop it, or set DATA_DIR and PORT/)
    expect(await status(address)).toBe(200)
  }, 480_000)

  it('restarts every killed process', async () => {
    const address = await product.ready
    const before = running(dataDir)
    expect(before).toHaveLength(5)
    for (const pid of [...before, postgresOf(dataDir)]) process.kill(pid, 'SIGKILL')
    await expect.poll(() => running(dataDir).some((pid) => before.includes(pid)), { timeout: 120_000 }).toBe(false)
    await expect.poll(() => status(address), { timeout: 120_000 }).toBe(200)
  }, 180_000)

  it('recovers after the starter is killed', async () => {
    const orphans = running(dataDir)
    product.child.kill('SIGKILL')
    await product.ended
    product = start(dataDir, {}, ['npm', 'start'])
    expect(await status(await product.ready)).toBe(200)
    for (const pid of orphans) expect(await waitForExit(pid, 0)).toBe(true)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
  }, 480_000)

  it('ends when the npm that runs it is terminated', async () => {
    const address = await product.ready
    const all = [...running(dataDir), postgresOf(dataDir)]
    expect(all).toHaveLength(6)
    product.child.kill('SIGTERM')
    await product.ended
    for (const pid of all) expect(await waitForExit(pid, 60_000)).toBe(true)
    await expect.poll(() => existsSync(join(dataDir, 'griot.lock')), { timeout: 60_000 }).toBe(false)
    expect(await status(address)).toBe(0)
  }, 180_000)

  it('reports the invalid configuration of a process', async () => {
    const refused = start(dataDir, { ADMIN_EMAILS: 'a@b.c', OIDC_ISSUER: 'nonsense' })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('OIDC_ISSUER')
  }, 180_000)
})

describe('npm start', () => {
  it('stops cleanly when terminated before it is ready', async () => {
    const dataDir = scratch()
    const product = griot(dataDir)
    await expect.poll(() => product.output(), { timeout: 120_000 }).toContain('Preparing the database')
    expect(await product.stop()).toBe(0)
    expect([...running(dataDir), ...processesWith(dataDir)]).toEqual([])
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  }, 480_000)

  it('reports a setup problem in one sentence', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    cleanUp.push(() => busy.close())
    const address = busy.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const file = join(scratch(), 'file')
    writeFileSync(file, '')

    const cases = [
      { dataDir: scratch(), env: { PORT: port }, message: `Port ${port} on 127.0.0.1 is in use or not allowed` },
      { dataDir: scratch(), env: { PORT: 'eighty' }, message: 'PORT: is not a number from 0 to 65535.' },
      { dataDir: join(file, 'data'), env: {}, message: 'cannot be written to' },
      { dataDir: '/sys/griot', env: {}, message: 'cannot be written to' },
      {
        dataDir: scratch(),
        env: { OBJECTS_DIR: '/sys/griot' },
        message: '/sys/griot cannot be written to: set OBJECTS_DIR',
      },
      { dataDir: scratch(), env: { MODULES_DIR: join(file, 'm') }, message: 'cannot be written to: set MODULES_DIR' },
      { dataDir: scratch(), env: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/griot' }, message: 'ECONNREFUSED' },
    ] as const
    const refuses = async ({ dataDir, env, message }: (typeof cases)[number], command?: string[]) => {
      const product = griot(dataDir, env, command)
      expect(await product.ended).toBe(1)
      expect(product.output()).toContain(message)
    }
    const [first, ...others] = cases
    await refuses(first)
    // Everything is built now. Skip the build, which takes longer than the refusal.
    await Promise.all(others.map((other) => refuses(other, [process.execPath, 'infra/dist/supervisor.js'])))
  }, 480_000)
})
