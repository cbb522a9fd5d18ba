import type { ServerResponse } from 'node:http'

/**
 * Limits the open streams of a person, because each holds a connection and memory. Closes the oldest stream: the person uses
 * the newest one, and browsers reconnect streams that they still need. A stream that is younger than `shortMs` stays open up
 * to twice the limit: most ranges of a recording end within it, and closing one would cost a keep-alive connection.
 */
export const createStreamLimit = ({ shortMs = 0 } = {}) => {
  /** When each stream was opened, by person. */
  const open = new Map<string, Map<ServerResponse, number>>()

  const closeOldest = (streams: Map<ServerResponse, number>, max: number) => {
    const excess = [...streams].slice(0, Math.max(0, streams.size - max))
    const mustClose = streams.size - 2 * max
    const closed = excess.filter(([, openedAt], index) => index < mustClose || performance.now() - openedAt >= shortMs)
    for (const [oldest] of closed) oldest.destroy()
    if (closed.length < excess.length) setTimeout(() => closeOldest(streams, max), shortMs).unref()
  }

  return (person: string, max: number, response: ServerResponse) => {
    // A destroyed response emits no close event any more.
    if (response.destroyed) return
    const streams = open.get(person) ?? new Map<ServerResponse, number>()
    open.set(person, streams.set(response, performance.now()))
    response.once('close', () => {
      streams.delete(response)
      if (streams.size === 0 && open.get(person) === streams) open.delete(person)
    })
    closeOldest(streams, max)
  }
}
