import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
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

describe('npm start', () => {
  it('brings everything up, keeps it up, and leaves nothing behind', async () => {
    const dataDir = join(scratch(), 'data')
    const product = griot(dataDir)
    const address = await product.ready
    expect(await status(address)).toBe(200)
    const page = await fetch(address.replace('localhost', '127.0.0.1'))
    expect(page.headers.get('content-type')).toContain('text/html')

    const before = running(dataDir)
    expect(before).toHaveLength(5)
    for (const pid of [...before, postgresOf(dataDir)]) process.kill(pid, 'SIGKILL')
    await expect.poll(() => running(dataDir).some((pid) => before.includes(pid)), { timeout: 5000 }).toBe(false)
    await expect.poll(() => status(address), { timeout: 20_000 }).toBe(200)

    const all = [...running(dataDir), postgresOf(dataDir)]
    expect(all).toHaveLength(6)
    expect(await product.stop()).toBe(0)
    expect(all.filter(isAlive)).toEqual([])
    expect(await status(address)).toBe(0)
    expect(existsSync(join(dataDir, 'griot.lock'))).toBe(false)
  }, 240_000)

  it('recovers from a kill of the starter, and from a kill of everything', async () => {
    const dataDir = scratch()
    const first = griot(dataDir)
    await first.ready
    const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    const orphans = running(dataDir)
    first.child.kill('SIGKILL')
    await first.ended

    const second = griot(dataDir)
    expect(await status(await second.ready)).toBe(200)
    for (const pid of orphans) expect(await gone(pid, 0)).toBe(true)

    for (const pid of [second.child.pid ?? 0, ...running(dataDir), postgresOf(dataDir)]) process.kill(pid, 'SIGKILL')
    await second.ended
    const third = griot(dataDir)
    expect(await status(await third.ready)).toBe(200)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
    expect(await third.stop()).toBe(0)
  }, 240_000)

  it('runs several side by side, one to a folder', async () => {
    const dataDir = scratch()
    const [one, two] = [griot(dataDir), griot(scratch())]
    const addresses = await Promise.all([one.ready, two.ready])
    expect(await Promise.all(addresses.map(status))).toEqual([200, 200])

    const intruder = griot(dataDir)
    expect(await intruder.ended).toBe(1)
    expect(intruder.said()).toMatch(/is in use by another Griot \(process \d+\): stop it, or set DATA_DIR and PORT/)
    expect(await status(addresses[0] ?? '')).toBe(200)
  }, 240_000)

  it('ends with the npm that runs it', async () => {
    const dataDir = scratch()
    const product = griot(dataDir, {}, ['npm', 'start'])
    const address = await product.ready
    const all = [...running(dataDir), postgresOf(dataDir)]
    product.child.kill('SIGTERM')
    await product.ended
    for (const pid of all) expect(await gone(pid, 15_000)).toBe(true)
    await expect.poll(() => existsSync(join(dataDir, 'griot.lock')), { timeout: 5000 }).toBe(false)
    expect(await status(address)).toBe(0)
  }, 240_000)

  it('stops cleanly when told to before it is up', async () => {
    const dataDir = scratch()
    const product = griot(dataDir)
    await expect.poll(() => product.said(), { timeout: 120_000 }).toContain('Preparing the database')
    expect(await product.stop()).toBe(0)
    expect(processesWith(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  }, 240_000)

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
      { dataDir: scratch(), env: { PORT: 'eighty' }, says: 'The configuration is not right: PORT' },
      { dataDir: join(file, 'data'), env: {}, says: 'cannot be written to' },
      { dataDir: scratch(), env: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/griot' }, says: 'ECONNREFUSED' },
      { dataDir: scratch(), env: { ADMIN_EMAILS: 'a@b.c', OIDC_ISSUER: 'nonsense' }, says: 'OIDC_ISSUER' },
    ]
    for (const { dataDir, env, says } of cases) {
      const product = griot(dataDir, env)
      expect(await product.ended).toBe(1)
      expect(product.said()).toContain(says)
    }
  }, 240_000)
})
