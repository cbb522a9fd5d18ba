import type { Log } from '../log/log.ts'
import type { RedisClient } from './connect-redis.ts'

const servers = (client: RedisClient) => ('nodes' in client ? client.nodes('master') : [client])

const field = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

/** Settings of Redis that could lose jobs, as sentences. */
export const findRedisProblems = async (client: RedisClient): Promise<string[]> => {
  const infos = await Promise.all(servers(client).map(async (server) => String(await server.info())))
  const policies = new Set(infos.map((info) => field(info, 'maxmemory_policy')))
  policies.delete('noeviction')
  // Some managed services hide the setting.
  policies.delete(undefined)
  const found: string[] = []
  for (const policy of policies) {
    found.push(`Redis may evict jobs when its memory is full (maxmemory-policy ${policy}): set it to noeviction.`)
  }
  if (infos.some((info) => field(info, 'aof_enabled') === '0')) {
    found.push('Redis has no append-only file, so it loses recent jobs when it stops: set appendonly yes.')
  }
  return found
}

/** Logs the problems at every connection, if they have changed. */
export const logRedisProblems = (client: RedisClient, log: Log) => {
  let logged = ''
  const check = async () => {
    const found = await findRedisProblems(client)
    if (found.join() !== logged) for (const sentence of found) log.warn(sentence)
    logged = found.join()
  }
  client.on('ready', () => {
    check().catch((error: unknown) => log.warn({ err: error }, 'could not read the settings of redis'))
  })
}
