import { once } from 'node:events'
import { createLog } from '@griot/service-kit/log/log'
import { readRedisAddress } from '@griot/service-kit/redis/address'
import { findRedisProblems } from '@griot/service-kit/redis/check-redis'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import { reasonFor } from '../common/setup-error.ts'
import { type Check, isLoopback } from './finding.ts'

const TIMEOUT_MS = 5_000

export const checkQueue: Check = async ({ REDIS_URL: url }, { warning, error }) => {
  if (url === undefined) return 'The queue is in PostgreSQL.'
  let client: ReturnType<typeof connectRedis> | undefined
  try {
    const { hosts, isEncrypted, password } = readRedisAddress(url)
    client = connectRedis({ url, use: 'enqueue', log: createLog('doctor', 'silent') })
    await once(client, 'ready', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    for (const problem of await findRedisProblems(client)) warning(problem)
    const remote = hosts.find(({ host }) => !isLoopback(host))
    if (remote && !isEncrypted) {
      warning(`The connection to ${remote.host} is not encrypted: enable TLS in Redis and use rediss.`)
    }
    if (remote && password === undefined) warning('Redis does not require a password: create an account for Griot.')
  } catch (failure) {
    error(`REDIS_URL: the queue cannot be reached: ${reasonFor(failure)}.`)
  } finally {
    client?.disconnect()
  }
  return 'Redis responds and is configured to keep jobs.'
}
