import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Id } from '@griot/contracts/values'
import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { z } from 'zod'

const CHANNEL = 'media_changed'
const RECONNECT_MS = 1_000
const CHECK_MS = 30_000

const Change = z.object({ id: Id, ownerId: Id, isGone: z.boolean() })
export type Change = z.infer<typeof Change>

interface Watcher {
  onChange(change: Change): void
  /** Changes may have been missed, or the process is about to end: begin again. */
  onLost(): void
}

export interface Changes {
  /** Hears of every change of one person's files, until the answered function is called. */
  watch(ownerId: string, watcher: Watcher): () => void
  close(): Promise<void>
}

/** Listens for changes of media files on one connection, however many people watch, and comes back when it is lost. */
export const watchChanges = ({ db, log }: { db: Db; log: Log }): Changes => {
  const watchers = new Map<string, Set<Watcher>>()
  const closing = new AbortController()

  const dropAll = () => {
    for (const ofOwner of [...watchers.values()]) for (const watcher of [...ofOwner]) watcher.onLost()
  }

  const hear = (payload: string | undefined) => {
    const change = readChange(payload)
    if (change === undefined) return
    for (const watcher of watchers.get(change.ownerId) ?? []) watcher.onChange(change)
  }

  const listen = async () => {
    const client = await db.openConnection()
    // A connection that died without a word is only noticed by saying something.
    const check = setInterval(() => void client.query('select 1').catch(() => {}), CHECK_MS)
    try {
      client.on('notification', ({ payload }) => hear(payload))
      const lost = once(client, 'end', { signal: closing.signal })
      // Ours to await below; until then nobody else would hear of it.
      lost.catch(() => {})
      await client.query(`listen ${CHANNEL}`)
      // Whoever began to watch before this moment may have missed something.
      dropAll()
      await lost
    } finally {
      clearInterval(check)
      client.end().catch(() => {})
    }
  }

  const loop = async () => {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error }, 'media changes are not heard')
      })
      await delay(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const running = loop()

  return {
    watch(ownerId, watcher) {
      const ofOwner = watchers.get(ownerId) ?? new Set()
      watchers.set(ownerId, ofOwner.add(watcher))
      return () => {
        ofOwner.delete(watcher)
        if (ofOwner.size === 0) watchers.delete(ownerId)
      }
    },
    async close() {
      closing.abort()
      dropAll()
      await running
    },
  }
}

/** Every role of the database may speak on a channel; what is not ours is nothing to us. */
const readChange = (payload = '') => {
  try {
    return Change.parse(JSON.parse(payload))
  } catch {
    return undefined
  }
}
