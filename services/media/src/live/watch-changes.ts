import { EventEmitter, once } from 'node:events'
import { Id } from '@griot/contracts/values'
import type { Db } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { z } from 'zod'

const CHANNEL = 'media_changed'
const LOST = Symbol('lost')
const ANY_FILE = Symbol('any file')
const RECONNECT_MS = 1_000
const CHECK_MS = 30_000

const Change = z.object({ id: Id, ownerId: Id, isGone: z.boolean() })
export type Change = z.infer<typeof Change>

/** Listens for changes of media files on one database connection for all watchers, and reconnects if it is lost. */
export const watchChanges = ({ db, log }: { db: Db; log: Log }) => {
  /** Emits each change under the id of its owner, and under `ANY_FILE`. */
  const watchers = new EventEmitter().setMaxListeners(0)

  const listen = async (signal: AbortSignal) => {
    const client = await db.openConnection()
    // A connection that broke without an error is only detected by a query.
    const check = setInterval(() => void client.query('select 1').catch(() => {}), CHECK_MS)
    try {
      client.on('notification', ({ payload }) => {
        const change = parseChange(payload)
        if (change === undefined) return
        watchers.emit(change.ownerId, change)
        watchers.emit(ANY_FILE, change)
      })
      const lost = once(client, 'end', { signal })
      lost.catch(() => {})
      await client.query(`listen ${CHANNEL}`)
      // Watchers that started before this moment may have missed a change.
      watchers.emit(LOST)
      await lost
    } finally {
      clearInterval(check)
      client.end().catch(() => {})
    }
  }

  const listening = repeatWork({ what: 'listening for media changes', pauseMs: RECONNECT_MS, log }, listen)

  return {
    /**
     * Watches the files of one owner, or of all owners for null. Calls `onLost` if changes may have been missed, or if this process is closing: the
     * client should reconnect. Returns the function that ends the watch.
     */
    watch(ownerId: string | null, { onChange, onLost }: { onChange(change: Change): void; onLost(): void }) {
      const watched = ownerId ?? ANY_FILE
      watchers.on(watched, onChange).on(LOST, onLost)
      return () => void watchers.off(watched, onChange).off(LOST, onLost)
    },
    async close() {
      const closed = listening.close()
      watchers.emit(LOST)
      await closed
    },
  }
}

export type Changes = ReturnType<typeof watchChanges>

/** Every database role may notify a channel, so a payload may be anything. */
const parseChange = (payload = '') => {
  try {
    return Change.parse(JSON.parse(payload))
  } catch {
    return undefined
  }
}
