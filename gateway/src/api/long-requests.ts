import type { ServerResponse } from 'node:http'
import type { Db } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { listJustBlocked } from './just-blocked.queries.ts'

const POLL_MS = 1_000

/**
 * The uploads and event streams of users, which outlive the check of the session. They end when the user is blocked: at
 * once in this process, within about a second in all others.
 */
export const createLongRequests = (db: Db, log: Log) => {
  const open = new Map<string, Set<ServerResponse>>()

  const end = (userId: string) => {
    for (const response of open.get(userId) ?? []) response.destroy()
  }

  const poll = async () => {
    if (open.size === 0) return
    for (const userId of await listJustBlocked(db)) end(userId)
  }
  const polling = setInterval(() => {
    poll().catch((error: unknown) => log.warn({ err: error }, 'blocked users not read'))
  }, POLL_MS)
  polling.unref()

  return {
    add(userId: string, response: ServerResponse) {
      const ofUser = open.get(userId) ?? new Set()
      open.set(userId, ofUser.add(response))
      response.once('close', () => {
        ofUser.delete(response)
        if (ofUser.size === 0) open.delete(userId)
      })
    },
    end,
    close: () => clearInterval(polling),
  }
}
export type LongRequests = ReturnType<typeof createLongRequests>
