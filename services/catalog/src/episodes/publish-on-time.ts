import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { nextDueIn, publishDue } from './publishing.queries.ts'

// Another copy may have scheduled something meanwhile.
const LOOK_AGAIN_MS = 5_000
// A time that is almost here by the database's clock is not asked about a hundred times.
const SHORTEST_MS = 50

export interface OnTimeOptions {
  db: Db
  log: Log
  /** Something was published. */
  onPublished: () => void
}

/** Publishes scheduled episodes when their time has come. Runs in every copy of this service, with none in the lead. */
export const publishOnTime = ({ db, log, onPublished }: OnTimeOptions) => {
  const stopping = new AbortController()

  const look = async () => {
    const count = await publishDue(db)
    if (count > 0) {
      log.info({ count }, 'scheduled episodes came due')
      onPublished()
    }
    return nextDueIn(db)
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      const next = await look().catch((error: unknown) => {
        log.warn({ err: error }, 'scheduled episodes wait')
        return null
      })
      const pause = Math.min(LOOK_AGAIN_MS, Math.max(SHORTEST_MS, next ?? LOOK_AGAIN_MS))
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = loop()

  return {
    async close() {
      stopping.abort()
      await running
    },
  }
}
