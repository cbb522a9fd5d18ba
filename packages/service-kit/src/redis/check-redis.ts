import type { Log } from '../log.ts'
import type { RedisClient } from './connect-redis.ts'

const servers = (client: RedisClient) => ('nodes' in client ? client.nodes('master') : [client])

const field = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

/** What is wrong with a Redis that keeps a queue, in sentences: none when it is set up so that it loses no job. */
export const troubleWithRedis = async (client: RedisClient): Promise<string[]> => {
  const infos = await Promise.all(servers(client).map(async (server) => String(await server.info())))
  const policies = new Set(infos.map((info) => field(info, 'maxmemory_policy')))
  policies.delete('noeviction')
  // Some managed services do not tell.
  policies.delete(undefined)
  const found: string[] = []
  for (const policy of policies) {
    found.push(`Redis may throw jobs away when its memory is full (maxmemory-policy ${policy}): set it to noeviction.`)
  }
  if (infos.some((info) => field(info, 'aof_enabled') === '0')) {
    found.push(
      'Redis keeps no append-only file, so jobs of the last moments are lost when it ends: set appendonly yes.',
    )
  }
  return found
}

/** Says so in the log whenever Redis is reached and is not set up to keep jobs safe. */
export const warnOfTrouble = (client: RedisClient, log: Log) => {
  let said = ''
  const look = async () => {
    const found = await troubleWithRedis(client)
    if (found.join() !== said) for (const sentence of found) log.warn(sentence)
    said = found.join()
  }
  client.on('ready', () => {
    look().catch((error: unknown) => log.warn({ err: error }, 'redis does not say how it is set up'))
  })
}
