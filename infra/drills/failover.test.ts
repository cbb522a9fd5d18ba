import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createAuthority, hasOpenssl, type TestAuthority } from '@griot/service-kit/testing/certificates'
import { encryptPostgres } from '@griot/service-kit/testing/encrypt-postgres'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { createReplicated } from '@griot/service-kit/testing/replicated'
import { visitTrusting } from '@griot/service-kit/testing/visit-trusting'
import { afterEach, describe, expect, it } from 'vitest'
import { withClient } from '../common/with-client.ts'
import { openRedisCluster, openSentinels } from './redis-house.ts'
import { openRelay } from './relay.ts'
import { JOBS } from './work-through.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const openAuthority = (name: string) => {
  const authority = createAuthority(name)
  closing.push(async () => authority.remove())
  return authority
}

type Said = 'half' | 'read-only' | { answer?: unknown }

/** Somebody at work there who trusts the authority: what they say comes in turn, and ends with their answer. */
const startGuest = ({ ca }: TestAuthority, server: { REDIS_URL: string } | { DATABASE_URL: string }) => {
  const guest: ChildProcess = fork(fileURLToPath(new URL('working-guest.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_EXTRA_CA_CERTS: ca, ...server },
  })
  const gone = once(guest, 'exit')
  closing.push(async () => {
    guest.kill('SIGKILL')
    await gone
  })
  const heard: Said[] = []
  let tellOf = () => {}
  guest.on('message', (message: Said) => {
    heard.push(message)
    tellOf()
  })
  guest.once('exit', () => tellOf())
  const untilSaid = async (matches: (said: Said) => boolean) => {
    for (;;) {
      const found = heard.find(matches)
      if (found !== undefined) return found
      if (guest.exitCode !== null || guest.signalCode !== null) throw new Error('the guest ended')
      await new Promise<void>((resolve) => {
        tellOf = resolve
      })
    }
  }
  return {
    until: (word: 'half' | 'read-only') => untilSaid((said) => said === word),
    goOn: () => guest.send('on'),
    answer: async () => {
      const said = await untilSaid((one) => typeof one === 'object')
      return typeof said === 'object' ? said.answer : undefined
    },
  }
}

const openNamedCluster = async (authority: TestAuthority) => {
  const { url, killMasterOf, close } = await openRedisCluster(authority)
  return { url, killMaster: () => killMasterOf('{griot}'), close }
}

const redisHouses = [
  ['a cluster whose servers have names', openNamedCluster, 'DNS:localhost'],
  ['sentinels with a password of their own', openSentinels, 'IP:127.0.0.1'],
] as const

describe.skipIf(!hasOpenssl)('servers that speak TLS and ask who is there', { timeout: 400_000 }, () => {
  it.skipIf(!hasRedis).each(redisHouses)(
    'Redis as %s: an account that may do no more than it must has its work done, also when a master is lost',
    async (_, open, name) => {
      const authority = openAuthority(name)
      const { url, killMaster, close } = await open(authority)
      closing.push(close)
      expect(await visitTrusting(authority.ca, [{ REDIS_URL: url }])).toEqual([{ REDIS_URL: [[], 'job-1 is done'] }])

      const guest = startGuest(authority, { REDIS_URL: url })
      await guest.until('half')
      await killMaster()
      guest.goOn()
      expect(await guest.answer()).toBeUndefined()
    },
  )

  it('PostgreSQL, and its primary is lost: who writes is told to come again until the next one leads, and nothing is missing', async () => {
    const authority = openAuthority('DNS:localhost')
    const servers = await createReplicated(async (adminUrl, folder) => {
      await encryptPostgres(folder, adminUrl, authority)
      await withClient(adminUrl, (client) => client.query('create table drill (number int primary key)'))
    })
    closing.push(servers.remove)
    const relay = await openRelay(Number(new URL(servers.primaryUrl).port))
    closing.push(relay.close)
    const name = Object.assign(new URL(servers.primaryUrl), { hostname: 'localhost', port: `${relay.port}` })
    name.searchParams.set('sslmode', 'verify-full')
    const guest = startGuest(authority, { DATABASE_URL: name.href })
    await guest.until('half')
    await servers.killPrimary()
    // Before it may write: it refuses what it is told, and its connections are of no use afterwards.
    relay.leadTo(Number(new URL(servers.replicaUrl).port))
    guest.goOn()
    await guest.until('read-only')
    await servers.promoteReplica()

    expect(await guest.answer()).toEqual(['503 database.unavailable'])
    const { rows } = await withClient(servers.replicaUrl, (client) =>
      client.query<{ count: number }>('select count(*)::int from drill'),
    )
    expect(rows[0]?.count).toBe(JOBS)
  })
})
