import { createLog } from '@griot/service-kit/log'
import { troubleWithRedis } from '@griot/service-kit/redis/check-redis'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import { because, type Check, speaker } from './finding.ts'

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
    return troubled.length > 0 ? troubled.map(odd) : [good('Redis answers, and is set up to keep jobs safe.')]
  } catch (error) {
    return [wrong(`REDIS_URL: the queue cannot be reached: ${because(error)}.`)]
  } finally {
    client?.disconnect()
  }
}

const untilReady = (client: ReturnType<typeof connectRedis>) =>
  new Promise<void>((resolve, reject) => {
    client.once('error', reject)
    if (client.status === 'ready') resolve()
    else client.once('ready', () => resolve())
  })
