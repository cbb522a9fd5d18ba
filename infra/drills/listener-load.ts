import { isDeepStrictEqual } from 'node:util'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import type { HttpClient } from '../testing/http-client.ts'

interface Load {
  requests: number
  /** The requests that failed, with the reason. */
  failures: string[]
}

/** Listens and reads with every client until stopped. Ends each session twice and compares the two responses. */
export const startLoad = (clients: readonly HttpClient[], episodeId: string) => {
  const load: Load = { requests: 0, failures: [] }
  let isStopped = false

  const send = async (client: HttpClient, method: string, path: string, body?: unknown) => {
    load.requests += 1
    try {
      const response = await client.request(method, path, body)
      if (response.status < 300) return response.body
      load.failures.push(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    } catch (error) {
      load.failures.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
    }
    return undefined
  }

  const listen = async (client: HttpClient) => {
    while (!isStopped) {
      await send(client, 'GET', '/api/podcasts')
      await send(client, 'GET', `/api/episode/${episodeId}`)
      const session = (await send(client, 'POST', StartListening.path, { episodeId })) as { id: string } | undefined
      await send(client, 'GET', '/api/auth/user')
      if (session === undefined) continue
      const claim = { sessionId: session.id, listeningDuration: 1, totalProgress: 1 }
      await send(client, 'POST', HeartbeatListening.path, claim)
      const end = () => send(client, 'POST', EndListening.path, { ...claim, completed: false })
      const [first, second] = [await end(), await end()]
      if (first !== undefined && second !== undefined && !isDeepStrictEqual(first, second)) {
        load.failures.push(`two ends of one session returned ${JSON.stringify(first)} and ${JSON.stringify(second)}`)
      }
      await send(client, 'GET', '/api/user/me/points')
    }
  }
  const finished = Promise.all(clients.map(listen))
  return {
    load,
    async stop() {
      isStopped = true
      await finished
      return load
    },
  }
}
