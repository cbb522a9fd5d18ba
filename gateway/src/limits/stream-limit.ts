import type { ServerResponse } from 'node:http'

/**
 * Limits the open streams of a person, because each holds a connection and memory. The oldest stream is closed: the newest
 * one is wanted, and browsers reconnect streams that they still need.
 */
export const createStreamLimit = () => {
  const open = new Map<string, Set<ServerResponse>>()

  return (person: string, max: number, response: ServerResponse) => {
    // A destroyed response emits no close event any more.
    if (response.destroyed) return
    const streams = open.get(person) ?? new Set()
    open.set(person, streams.add(response))
    response.once('close', () => {
      streams.delete(response)
      if (streams.size === 0 && open.get(person) === streams) open.delete(person)
    })
    for (const oldest of [...streams].slice(0, Math.max(0, streams.size - max))) oldest.destroy()
  }
}
