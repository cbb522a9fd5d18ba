import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@griot/service-kit/log'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import { freePort } from '@griot/service-kit/testing/free-port'
import { endRedis, runRedis } from '@griot/service-kit/testing/redis'
import { vi } from 'vitest'

interface Server {
  port: number
  process: ChildProcess
}

const log = createLog('drill', 'silent')
const PATIENT = { timeout: 30_000, interval: 50 }

/** Sends one command to one server. */
export const tell = async (port: number, command: string, ...parts: (string | number)[]): Promise<unknown> => {
  const client = connectRedis({ url: `redis://127.0.0.1:${port}`, patience: 'work', log })
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

/** Three masters with a replica each, on this machine. */
export const openRedisCluster = async () => {
  const folder = await openFolder()
  const settings = [...SAFE, '--cluster-enabled', 'yes', '--cluster-node-timeout', '1500']
  const startNode = async (index: number) => {
    // The bus would else be 10,000 ports further up, where there may be no ports any more.
    const bus = ['--cluster-port', `${await freePort()}`, '--cluster-config-file', 'nodes.conf']
    return { ...(await folder.run(`node-${index}`, await freePort(), [...settings, ...bus])), bus: Number(bus[1]) }
  }
  const nodes = await Promise.all([0, 1, 2, 3, 4, 5].map(startNode))
  const [first, ...others] = nodes
  if (first === undefined) throw new Error('no node')

  for (const { port, bus } of others) await tell(first.port, 'CLUSTER', 'MEET', '127.0.0.1', port, bus)
  const share = Math.ceil(SLOTS / 3)
  const masters = nodes.slice(0, 3)
  await Promise.all(
    masters.map(({ port }, index) =>
      tell(port, 'CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min((index + 1) * share, SLOTS) - 1),
    ),
  )
  const info = async (port: number) => String(await tell(port, 'CLUSTER', 'INFO'))
  await vi.waitFor(async () => {
    for (const { port } of nodes)
      if (!(await info(port)).includes('cluster_known_nodes:6')) throw new Error('strangers')
  }, PATIENT)
  await Promise.all(
    masters.map(async (master, index) =>
      tell(nodes[index + 3]?.port ?? 0, 'CLUSTER', 'REPLICATE', String(await tell(master.port, 'CLUSTER', 'MYID'))),
    ),
  )
  await vi.waitFor(async () => {
    for (const { port } of nodes) if (!(await info(port)).includes('cluster_state:ok')) throw new Error('not yet whole')
    for (const { port } of nodes.slice(3)) {
      const replication = String(await tell(port, 'INFO', 'replication'))
      if (!replication.includes('master_link_status:up')) throw new Error('a replica has not caught up')
    }
  }, PATIENT)

  return {
    // Two are enough to find the rest.
    url: `redis+cluster://127.0.0.1:${nodes[1]?.port},127.0.0.1:${nodes[4]?.port}`,
    /** Kills the master that keeps a key. */
    async killMasterOf(key: string) {
      const slot = Number(await tell(first.port, 'CLUSTER', 'KEYSLOT', key))
      const master = masters[Math.floor(slot / share)]
      await endRedis(master?.process, 'SIGKILL')
    },
    close: folder.close,
  }
}

/** A master and a replica, with three sentinels that watch over them. */
export const openSentinels = async () => {
  const folder = await openFolder()
  const master = await folder.run('master', await freePort(), SAFE)
  await folder.run('replica', await freePort(), [...SAFE, '--replicaof', `127.0.0.1 ${master.port}`])
  const startSentinel = async (index: number) => {
    const file = folder.path(`sentinel-${index}.conf`)
    await writeFile(
      file,
      [
        `sentinel monitor griot 127.0.0.1 ${master.port} 2`,
        'sentinel down-after-milliseconds griot 1000',
        'sentinel failover-timeout griot 5000',
      ].join('\n'),
    )
    const port = await freePort()
    await folder.run(`sentinel-${index}`, port, [file, '--sentinel'])
    return port
  }
  const sentinels = await Promise.all([0, 1, 2].map(startSentinel))
  await vi.waitFor(async () => {
    for (const port of sentinels) {
      const text = String(await tell(port, 'INFO', 'sentinel'))
      if (!text.includes('slaves=1,sentinels=3')) throw new Error('they have not all found each other')
    }
  }, PATIENT)
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/griot`,
    killMaster: () => endRedis(master.process, 'SIGKILL'),
    close: folder.close,
  }
}
