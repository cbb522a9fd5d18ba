import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@griot/service-kit/log/log'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import type { TestAuthority } from '@griot/service-kit/testing/certificates'
import { freePort } from '@griot/service-kit/testing/free-port'
import { encryptedUnder, endRedis, leastRights, runRedis } from '@griot/service-kit/testing/redis'
import { vi } from 'vitest'

interface Server {
  port: number
  process: ChildProcess
}

const log = createLog('drill', 'silent')
const WAIT = { timeout: 90_000, interval: 50 }

export const sendCommand = (port: number, command: string, ...parts: (string | number)[]) =>
  sendTo(`redis://127.0.0.1:${port}`, command, parts)

// Accounts of servers with TLS. The URL contains the second one.
const ADMIN_PASSWORD = 'admin-password'
const GRIOT = { name: 'griot', password: 'griot-password' }

const tlsSettings = (authority: TestAuthority | undefined, tlsPort: number) =>
  authority === undefined
    ? []
    : [
        ...['--tls-port', `${tlsPort}`, ...encryptedUnder(authority), '--tls-replication', 'yes'],
        ...[
          '--requirepass',
          ADMIN_PASSWORD,
          '--masterauth',
          ADMIN_PASSWORD,
          ...leastRights(GRIOT.name, GRIOT.password),
        ],
      ]

/** Sends commands of the test itself, over the port without TLS. */
const adminOf =
  (authority: TestAuthority | undefined) =>
  (port: number, command: string, ...parts: (string | number)[]) =>
    sendTo(`redis://${authority === undefined ? '' : `:${ADMIN_PASSWORD}@`}127.0.0.1:${port}`, command, parts)

/**
 * Waits until the replica has every acknowledged write. Replication is asynchronous: jobs that only the lost master had are
 * enqueued again by Griot (`requeue-lost.ts`), which another test covers.
 */
const waitForReplica = async (admin: ReturnType<typeof adminOf>, port: number) => {
  const readInfo = async () => String(await admin(port, 'INFO', 'replication'))
  const written = Number(/master_repl_offset:(\d+)/.exec(await readInfo())?.[1])
  await vi.waitFor(async () => {
    const [, replicated] = /^slave0:.*offset=(\d+)/m.exec(await readInfo()) ?? []
    if (!(Number(replicated) >= written)) throw new Error('the replica is behind')
  }, WAIT)
}

const urlOf = (kind: string, hosts: readonly string[], authority: TestAuthority | undefined, rest = '') =>
  authority === undefined
    ? `redis+${kind}://${hosts.join(',')}${rest}`
    : `rediss+${kind}://${GRIOT.name}:${GRIOT.password}@${hosts.join(',')}${rest}`

const sendTo = async (url: string, command: string, parts: (string | number)[]): Promise<unknown> => {
  const client = connectRedis({ url, use: 'worker', log })
  try {
    return await client.call(command, ...parts)
  } finally {
    client.disconnect()
  }
}

const openFolder = async () => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-drill-redis-'))
  const running = new Set<ChildProcess>()
  return {
    async run(name: string, port: number, settings: readonly string[]): Promise<Server> {
      const folder = join(dir, name)
      await mkdir(folder, { recursive: true })
      const process = await runRedis([...settings, '--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder])
      running.add(process)
      return { port, process }
    },
    path: (name: string) => join(dir, name),
    async close() {
      await Promise.all([...running].map((process) => endRedis(process, 'SIGKILL')))
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const SAFE = ['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction']
const SLOTS = 16_384

/** A server of a cluster. The others reach its bus at `bus`, clients reach it at `clientPort`. */
interface Node extends Server {
  bus: number
  clientPort: number
}

/** Three masters with one replica each. With TLS, they announce the name `localhost`. */
export const openRedisCluster = async (authority?: TestAuthority) => {
  const folder = await openFolder()
  const admin = adminOf(authority)
  const announceName = ['--cluster-announce-hostname', 'localhost', '--cluster-preferred-endpoint-type', 'hostname']
  const settings = [...SAFE, '--cluster-enabled', 'yes', '--cluster-node-timeout', '1500']
  const startNode = async (index: number, tries = 5): Promise<Node> => {
    const [port, tlsPort, bus] = [await freePort(), await freePort(), await freePort()]
    // The default bus port is 10,000 higher, which may be above 65535.
    const own = ['--cluster-port', `${bus}`, '--cluster-config-file', 'nodes.conf']
    const security =
      authority === undefined ? [] : [...tlsSettings(authority, tlsPort), ...announceName, '--tls-cluster', 'yes']
    try {
      const { process } = await folder.run(`node-${index}`, port, [...settings, ...own, ...security])
      return { process, port, bus, clientPort: authority === undefined ? port : tlsPort }
    } catch (error) {
      // Another process may have taken the port after the check.
      if (tries === 1 || !String(error).includes('Address already in use')) throw error
      return startNode(index, tries - 1)
    }
  }
  const nodes = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => startNode(index)))
  const [first, ...others] = nodes
  if (first === undefined) throw new Error('no node')

  for (const { clientPort, bus } of others) await admin(first.port, 'CLUSTER', 'MEET', '127.0.0.1', clientPort, bus)
  const share = Math.ceil(SLOTS / 3)
  const masters = nodes.slice(0, 3)
  await Promise.all(
    masters.map(({ port }, index) =>
      admin(port, 'CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min((index + 1) * share, SLOTS) - 1),
    ),
  )
  const info = async (port: number) => String(await admin(port, 'CLUSTER', 'INFO'))
  await vi.waitFor(async () => {
    for (const { port } of nodes)
      if (!(await info(port)).includes('cluster_known_nodes:6')) throw new Error('the nodes are not connected yet')
  }, WAIT)
  await Promise.all(
    masters.map(async (master, index) =>
      admin(nodes[index + 3]?.port ?? 0, 'CLUSTER', 'REPLICATE', String(await admin(master.port, 'CLUSTER', 'MYID'))),
    ),
  )
  await vi.waitFor(async () => {
    for (const { port } of nodes)
      if (!(await info(port)).includes('cluster_state:ok')) throw new Error('the cluster is not complete yet')
    for (const { port } of nodes.slice(3)) {
      const replication = String(await admin(port, 'INFO', 'replication'))
      if (!replication.includes('master_link_status:up')) throw new Error('a replica has not caught up')
    }
  }, WAIT)

  const host = authority === undefined ? '127.0.0.1' : 'localhost'
  return {
    // Two nodes are enough to discover the others.
    url: urlOf('cluster', [`${host}:${nodes[1]?.clientPort}`, `${host}:${nodes[4]?.clientPort}`], authority),
    /** Kills the master of a key. */
    async killMasterOf(key: string) {
      const slot = Number(await admin(first.port, 'CLUSTER', 'KEYSLOT', key))
      const master = masters[Math.floor(slot / share)]
      if (master === undefined) throw new Error(`no master has ${key}`)
      await waitForReplica(admin, master.port)
      await endRedis(master.process, 'SIGKILL')
    },
    close: folder.close,
  }
}

/** A master and a replica with three sentinels. With TLS, they announce IP addresses. */
export const openSentinels = async (authority?: TestAuthority) => {
  const folder = await openFolder()
  const startServer = async (name: string, settings: readonly string[]) => {
    const tlsPort = await freePort()
    const server = await folder.run(name, await freePort(), [...SAFE, ...tlsSettings(authority, tlsPort), ...settings])
    return { ...server, clientPort: authority === undefined ? server.port : tlsPort }
  }
  const master = await startServer('master', [])
  await startServer('replica', ['--replicaof', `127.0.0.1 ${master.clientPort}`])
  const password = 'sentinel-password'
  const startSentinel = async (index: number) => {
    const file = folder.path(`sentinel-${index}.conf`)
    const [port, tlsPort] = [await freePort(), await freePort()]
    const security = authority && [
      `requirepass ${password}`,
      `sentinel sentinel-pass ${password}`,
      `sentinel auth-pass griot ${ADMIN_PASSWORD}`,
    ]
    const lines = [
      `sentinel monitor griot 127.0.0.1 ${master.clientPort} 2`,
      'sentinel down-after-milliseconds griot 1000',
      'sentinel failover-timeout griot 5000',
      ...(security ?? []),
    ]
    await writeFile(file, lines.join('\n'))
    const encryption =
      authority === undefined
        ? []
        : ['--tls-port', `${tlsPort}`, ...encryptedUnder(authority), '--tls-replication', 'yes']
    await folder.run(`sentinel-${index}`, port, [file, '--sentinel', ...encryption])
    return { port, clientPort: authority === undefined ? port : tlsPort }
  }
  const sentinels = await Promise.all([0, 1, 2].map(startSentinel))
  await vi.waitFor(async () => {
    for (const { port } of sentinels) {
      const account = authority === undefined ? '' : `:${password}@`
      const text = String(await sendTo(`redis://${account}127.0.0.1:${port}`, 'INFO', ['sentinel']))
      if (!text.includes('slaves=1,sentinels=3')) throw new Error('the sentinels are not connected yet')
    }
  }, WAIT)
  const hosts = sentinels.map(({ clientPort }) => `127.0.0.1:${clientPort}`)
  return {
    url: urlOf('sentinel', hosts, authority, `/griot${authority === undefined ? '' : `?sentinelPassword=${password}`}`),
    async killMaster() {
      await waitForReplica(adminOf(authority), master.port)
      await endRedis(master.process, 'SIGKILL')
    },
    close: folder.close,
  }
}
