import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallInput, type Endpoint, pathFor, type ResponseOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import type Koa from 'koa'
import type { State } from '../http/context.ts'
import { KEEP_ALIVE_MS } from '../http/serve.ts'
import {
  createAudioSentSigner,
  createAudioSentVerifier,
  type SentFiles,
  type VerifyAudioSent,
} from '../identity/audio-sent.ts'
import { IDENTITY_HEADER, type VerifyIdentity } from '../identity/identity.ts'
import { createIdentities, type Person } from './identity.ts'

/** A user of a service, behind the gateway. */
export interface Visitor {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The identity token, for requests that `fetch` cannot send. */
  token(): Promise<string>
}

export interface TestService {
  url: string
  /** Null for a signed-out user. `headersOf` adds headers to each request. */
  as(who: Partial<Person> | null, headersOf?: () => Promise<Record<string, string>>): Visitor
  /** Signs what a user was sent, like the gateway. */
  signAudioSent(userId: string, files: SentFiles): Promise<string>
  close(): Promise<void>
}

/** Serves an app on a free port and signs requests like the gateway. */
export const serveForTest = async (
  createApp: (verify: VerifyIdentity, verifySent: VerifyAudioSent) => Koa<State> | Promise<Koa<State>>,
): Promise<TestService> => {
  const { verify, sign, publicKey, privateKey } = await createIdentities()
  const app = await createApp(verify, await createAudioSentVerifier(publicKey))
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app.callback())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const as: TestService['as'] = (who, headersOf) => {
    const token = () => sign(who ?? {})
    const request = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set(IDENTITY_HEADER, await token())
      for (const [name, value] of Object.entries((await headersOf?.()) ?? {})) headers.set(name, value)
      return fetch(new URL(path, url), { ...init, headers })
    }
    return {
      fetch: request,
      token,
      async call(endpoint, input) {
        const { body, ...place } = input as { body?: unknown; params?: Record<string, unknown> }
        const response = await request(pathFor(endpoint, place), {
          method: endpoint.method,
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        })
        const text = await response.text()
        if (!response.ok) throw new ApiError(response.status, text)
        return (text === '' ? undefined : JSON.parse(text)) as never
      },
    }
  }

  return {
    url,
    as,
    signAudioSent: await createAudioSentSigner(privateKey),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
