import type { ServerResponse } from 'node:http'

/** Streams that are being sent, by who listens. */
export interface OpenStreams {
  /** One more for this listener; beyond `most`, the one that began first is cut off. */
  join(listener: string, most: number, response: ServerResponse): void
}

/**
 * Each stream holds a file, a socket and a buffer, so nobody gets any number of them. The newest wins: whoever jumps
 * about in a recording wants the last place they chose, and a player asks again for what it still wants of an older one.
 */
export const createOpenStreams = (): OpenStreams => {
  const byListener = new Map<string, Set<ServerResponse>>()
  return {
    join(listener, most, response) {
      // Gone before it began: its end has been and would never be heard of here.
      if (response.destroyed) return
      const open = byListener.get(listener) ?? new Set()
      byListener.set(listener, open.add(response))
      response.once('close', () => {
        open.delete(response)
        if (open.size === 0 && byListener.get(listener) === open) byListener.delete(listener)
      })
      if (open.size > most) for (const oldest of [...open].slice(0, open.size - most)) oldest.destroy()
    },
  }
}
