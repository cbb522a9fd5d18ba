import { createLog } from '@griot/service-kit/log'
import { type RedisAddress, readRedisAddress } from '@griot/service-kit/redis/address'
import { troubleWithRedis } from '@griot/service-kit/redis/check-redis'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import { because, type Check, isLoopback, speaker } from './finding.ts'

const { good, odd, wrong } = speaker('queue')
const PATIENCE_MS = 5_000

/** The Redis that keeps the queue. */
export const checkQueue: Check = async ({ REDIS_URL: url }) => {
  if (url === undefined) return [good('The queue is in PostgreSQL.')]
  let client: ReturnType<typeof connectRedis> | undefined
  try {
    client = connectRedis({ url, patience: 'orders', log: createLog('doctor', 'silent') })
    const troubled = await Promise.race([
      untilReady(client).then(() => troubleWithRedis(client as NonNullable<typeof client>)),
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS).unref()
      }),
    ])
    const findings = [...troubled, ...openTo(readRedisAddress(url))].map(odd)
    return findings.length > 0 ? findings : [good('Redis answers, and is set up to keep jobs safe.')]
  } catch (error) {
    return [wrong(`REDIS_URL: the queue cannot be reached: ${because(error)}.`)]
  } finally {
    client?.disconnect()
  }
}

const hostsOf = (address: RedisAddress) => {
  if (address.kind === 'single') return [address.node.host]
  return (address.kind === 'cluster' ? address.nodes : address.sentinels).map(({ host }) => host)
}

/** What somebody on the way could do. */
const openTo = (address: RedisAddress) => {
  const far = hostsOf(address).find((host) => !isLoopback(host))
  if (far === undefined) return []
  return [
    ...(address.isEncrypted ? [] : [`The way to ${far} is not encrypted: have Redis speak TLS, and write rediss.`]),
    ...(address.password === undefined ? ['Redis asks nobody for a password: give Griot an account.'] : []),
  ]
}

const untilReady = (client: ReturnType<typeof connectRedis>) =>
  new Promise<void>((resolve, reject) => {
    client.once('error', reject)
    if (client.status === 'ready') resolve()
    else client.once('ready', () => resolve())
  })
