import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@griot/service-kit/log'
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
const PATIENT = { timeout: 90_000, interval: 50 }

/** Sends one command to one server. */
export const tell = (port: number, command: string, ...parts: (string | number)[]) =>
  order(`redis://127.0.0.1:${port}`, command, parts)

/** For a house of servers that speak TLS, and ask for the account that the address then carries. */
const ADMIN = 'admin-of-the-drill'
const GRIOT = { name: 'griot', password: 'griot-of-the-drill' }

const guarded = (authority: TestAuthority | undefined, tlsPort: number) =>
  authority === undefined
    ? []
    : [
        ...['--tls-port', `${tlsPort}`, ...encryptedUnder(authority), '--tls-replication', 'yes'],
        ...['--requirepass', ADMIN, '--masterauth', ADMIN, ...leastRights(GRIOT.name, GRIOT.password)],
      ]

/** The drill itself goes by the way that has no TLS. */
const wayIn =
  (authority: TestAuthority | undefined) =>
  (port: number, command: string, ...parts: (string | number)[]) =>
    order(`redis://${authority === undefined ? '' : `:${ADMIN}@`}127.0.0.1:${port}`, command, parts)

/**
 * What this master has answered so far is with its replica as well. Redis copies behind its answers: what a master had to
 * itself goes with it, and Griot puts such a job back (`requeue-lost.ts`), which is another drill.
 */
const copied = async (ask: ReturnType<typeof wayIn>, port: number) => {
  const told = async () => String(await ask(port, 'INFO', 'replication'))
  const own = Number(/master_repl_offset:(\d+)/.exec(await told())?.[1])
  await vi.waitFor(async () => {
    const [, there] = /^slave0:.*offset=(\d+)/m.exec(await told()) ?? []
    if (!(Number(there) >= own)) throw new Error('its replica is behind')
  }, PATIENT)
}

const addressOf = (kind: string, hosts: readonly string[], authority: TestAuthority | undefined, rest = '') =>
  authority === undefined
    ? `redis+${kind}://${hosts.join(',')}${rest}`
    : `rediss+${kind}://${GRIOT.name}:${GRIOT.password}@${hosts.join(',')}${rest}`

const order = async (url: string, command: string, parts: (string | number)[]): Promise<unknown> => {
  const client = connectRedis({ url, patience: 'work', log })
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
      const own = join(dir, name)
      await mkdir(own, { recursive: true })
      const process = await runRedis([...settings, '--bind', '127.0.0.1', '--port', `${port}`, '--dir', own])
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

/** One of a cluster; the others meet it at `met`. */
interface Node extends Server {
  bus: number
  met: number
}

/** Three masters with a replica each, on this machine. Those that speak TLS call each other `localhost`. */
export const openRedisCluster = async (authority?: TestAuthority) => {
  const folder = await openFolder()
  const ask = wayIn(authority)
  const named = ['--cluster-announce-hostname', 'localhost', '--cluster-preferred-endpoint-type', 'hostname']
  const settings = [...SAFE, '--cluster-enabled', 'yes', '--cluster-node-timeout', '1500']
  const startNode = async (index: number, tries = 5): Promise<Node> => {
    const [port, tlsPort, bus] = [await freePort(), await freePort(), await freePort()]
    // The bus would else be 10,000 ports further up, where there may be no ports any more.
    const own = ['--cluster-port', `${bus}`, '--cluster-config-file', 'nodes.conf']
    const guard = authority === undefined ? [] : [...guarded(authority, tlsPort), ...named, '--tls-cluster', 'yes']
    try {
      const { process } = await folder.run(`node-${index}`, port, [...settings, ...own, ...guard])
      return { process, port, bus, met: authority === undefined ? port : tlsPort }
    } catch (error) {
      // A port that was free a moment ago may be somebody else's by now.
      if (tries === 1 || !String(error).includes('Address already in use')) throw error
      return startNode(index, tries - 1)
    }
  }
  const nodes = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => startNode(index)))
  const [first, ...others] = nodes
  if (first === undefined) throw new Error('no node')

  for (const { met, bus } of others) await ask(first.port, 'CLUSTER', 'MEET', '127.0.0.1', met, bus)
  const share = Math.ceil(SLOTS / 3)
  const masters = nodes.slice(0, 3)
  await Promise.all(
    masters.map(({ port }, index) =>
      ask(port, 'CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min((index + 1) * share, SLOTS) - 1),
    ),
  )
  const info = async (port: number) => String(await ask(port, 'CLUSTER', 'INFO'))
  await vi.waitFor(async () => {
    for (const { port } of nodes)
      if (!(await info(port)).includes('cluster_known_nodes:6')) throw new Error('strangers')
  }, PATIENT)
  await Promise.all(
    masters.map(async (master, index) =>
      ask(nodes[index + 3]?.port ?? 0, 'CLUSTER', 'REPLICATE', String(await ask(master.port, 'CLUSTER', 'MYID'))),
    ),
  )
  await vi.waitFor(async () => {
    for (const { port } of nodes) if (!(await info(port)).includes('cluster_state:ok')) throw new Error('not yet whole')
    for (const { port } of nodes.slice(3)) {
      const replication = String(await ask(port, 'INFO', 'replication'))
      if (!replication.includes('master_link_status:up')) throw new Error('a replica has not caught up')
    }
  }, PATIENT)

  const host = authority === undefined ? '127.0.0.1' : 'localhost'
  return {
    // Two are enough to find the rest.
    url: addressOf('cluster', [`${host}:${nodes[1]?.met}`, `${host}:${nodes[4]?.met}`], authority),
    /** Kills the master that keeps a key. */
    async killMasterOf(key: string) {
      const slot = Number(await ask(first.port, 'CLUSTER', 'KEYSLOT', key))
      const master = masters[Math.floor(slot / share)]
      if (master === undefined) throw new Error(`nobody keeps ${key}`)
      await copied(ask, master.port)
      await endRedis(master.process, 'SIGKILL')
    },
    close: folder.close,
  }
}

/** A master and a replica, with three sentinels that watch over them. Those that speak TLS call each other by number. */
export const openSentinels = async (authority?: TestAuthority) => {
  const folder = await openFolder()
  const startServer = async (name: string, settings: readonly string[]) => {
    const tlsPort = await freePort()
    const server = await folder.run(name, await freePort(), [...SAFE, ...guarded(authority, tlsPort), ...settings])
    return { ...server, met: authority === undefined ? server.port : tlsPort }
  }
  const master = await startServer('master', [])
  await startServer('replica', ['--replicaof', `127.0.0.1 ${master.met}`])
  const password = 'sentinels-of-the-drill'
  const startSentinel = async (index: number) => {
    const file = folder.path(`sentinel-${index}.conf`)
    const [port, tlsPort] = [await freePort(), await freePort()]
    const guard = authority && [
      `requirepass ${password}`,
      `sentinel sentinel-pass ${password}`,
      `sentinel auth-pass griot ${ADMIN}`,
    ]
    const lines = [
      `sentinel monitor griot 127.0.0.1 ${master.met} 2`,
      'sentinel down-after-milliseconds griot 1000',
      'sentinel failover-timeout griot 5000',
      ...(guard ?? []),
    ]
    await writeFile(file, lines.join('\n'))
    const encryption =
      authority === undefined
        ? []
        : ['--tls-port', `${tlsPort}`, ...encryptedUnder(authority), '--tls-replication', 'yes']
    await folder.run(`sentinel-${index}`, port, [file, '--sentinel', ...encryption])
    return { port, met: authority === undefined ? port : tlsPort }
  }
  const sentinels = await Promise.all([0, 1, 2].map(startSentinel))
  await vi.waitFor(async () => {
    for (const { port } of sentinels) {
      const door = authority === undefined ? '' : `:${password}@`
      const text = String(await order(`redis://${door}127.0.0.1:${port}`, 'INFO', ['sentinel']))
      if (!text.includes('slaves=1,sentinels=3')) throw new Error('they have not all found each other')
    }
  }, PATIENT)
  const hosts = sentinels.map(({ met }) => `127.0.0.1:${met}`)
  return {
    url: addressOf(
      'sentinel',
      hosts,
      authority,
      `/griot${authority === undefined ? '' : `?sentinelPassword=${password}`}`,
    ),
    async killMaster() {
      await copied(wayIn(authority), master.port)
      await endRedis(master.process, 'SIGKILL')
    },
    close: folder.close,
  }
}
