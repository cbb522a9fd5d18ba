import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createAuthority, hasOpenssl, type TestAuthority } from '@griot/service-kit/testing/certificates'
import { encryptPostgres } from '@griot/service-kit/testing/encrypt-postgres'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { createReplicated } from '@griot/service-kit/testing/replicated'
import { useServersWithCa } from '@griot/service-kit/testing/use-servers-with-ca'
import { afterEach, describe, expect, it } from 'vitest'
import { withClient } from '../common/with-client.ts'
import { openRedisCluster, openSentinels } from './redis-servers.ts'
import { JOBS } from './run-jobs.ts'
import { openTcpRelay } from './tcp-relay.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const openAuthority = (name: string) => {
  const authority = createAuthority(name)
  closing.push(async () => authority.remove())
  return authority
}

type Message = 'half' | 'read-only' | { result?: unknown }

/** Starts a process that trusts the authority and uses the server. Returns functions that wait for its messages. */
const startWorkerProcess = ({ ca }: TestAuthority, server: { REDIS_URL: string } | { DATABASE_URL: string }) => {
  const child: ChildProcess = fork(fileURLToPath(new URL('worker-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_EXTRA_CA_CERTS: ca, ...server },
  })
  const exited = once(child, 'exit')
  closing.push(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const received: Message[] = []
  let onChange = () => {}
  child.on('message', (message: Message) => {
    received.push(message)
    onChange()
  })
  child.once('exit', () => onChange())
  const waitForMessage = async (matches: (message: Message) => boolean) => {
    for (;;) {
      const found = received.find(matches)
      if (found !== undefined) return found
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('the process ended')
      await new Promise<void>((resolve) => {
        onChange = resolve
      })
    }
  }
  return {
    waitFor: (expected: 'half' | 'read-only') => waitForMessage((message) => message === expected),
    resume: () => child.send('resume'),
    result: async () => {
      const message = await waitForMessage((candidate) => typeof candidate === 'object')
      return typeof message === 'object' ? message.result : undefined
    },
  }
}

const openNamedCluster = async (authority: TestAuthority) => {
  const { url, killMasterOf, close } = await openRedisCluster(authority)
  return { url, killMaster: () => killMasterOf('{griot}'), close }
}

const REDIS_SETUPS = [
  ['a cluster with host names', openNamedCluster, 'DNS:localhost'],
  ['sentinels with their own password', openSentinels, 'IP:127.0.0.1'],
] as const

describe.skipIf(!hasOpenssl)('servers with TLS and authentication', { timeout: 400_000 }, () => {
  it.skipIf(!hasRedis).each(REDIS_SETUPS)(
    'Redis as %s: completes all jobs with minimal rights, also when a master is killed',
    async (_, open, name) => {
      const authority = openAuthority(name)
      const { url, killMaster, close } = await open(authority)
      closing.push(close)
      expect(await useServersWithCa(authority.ca, [{ REDIS_URL: url }])).toEqual([{ REDIS_URL: [[], 'job-1 is done'] }])

      const child = startWorkerProcess(authority, { REDIS_URL: url })
      await child.waitFor('half')
      await killMaster()
      child.resume()
      expect(await child.result()).toBeUndefined()
    },
  )

  it('PostgreSQL: returns 503 for writes after its primary is killed until the replica is promoted, and loses nothing', async () => {
    const authority = openAuthority('DNS:localhost')
    const servers = await createReplicated(async (adminUrl, folder) => {
      await encryptPostgres(folder, adminUrl, authority)
      await withClient(adminUrl, (client) => client.query('create table drill (number int primary key)'))
    })
    closing.push(servers.remove)
    const relay = await openTcpRelay(Number(new URL(servers.primaryUrl).port))
    closing.push(relay.close)
    const name = Object.assign(new URL(servers.primaryUrl), { hostname: 'localhost', port: `${relay.port}` })
    name.searchParams.set('sslmode', 'verify-full')
    const child = startWorkerProcess(authority, { DATABASE_URL: name.href })
    await child.waitFor('half')
    await servers.killPrimary()
    // Before the promotion the replica refuses writes.
    relay.setTarget(Number(new URL(servers.replicaUrl).port))
    child.resume()
    await child.waitFor('read-only')
    await servers.promoteReplica()

    expect(await child.result()).toEqual(['503 database.unavailable'])
    const { rows } = await withClient(servers.replicaUrl, (client) =>
      client.query<{ count: number }>('select count(*)::int from drill'),
    )
    expect(rows[0]?.count).toBe(JOBS)
  })
})
