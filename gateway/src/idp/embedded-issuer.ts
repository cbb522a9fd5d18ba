import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { notFound } from '@griot/service-kit/errors'
import { type Connect, createIssuer, type Issuer } from '../auth/issuer.ts'
import { newSecret } from '../auth/secrets.ts'
import type { Context } from '../http/context.ts'
import { createInteraction } from './interaction.ts'
import { openProvider } from './provider.ts'

/** Where the provider is mounted. */
export const IDP = '/idp'

export interface EmbeddedIssuer {
  issuer: Issuer
  /** Answers what a browser asks under `/idp`. */
  answer(context: Context): Promise<void>
  close(): Promise<void>
}

export interface EmbeddedOptions {
  productName: string
  publicOrigin: string | undefined
  /** JSON web key set; made anew when absent. */
  jwks: string | undefined
}

// The rest of the provider's addresses are for the gateway alone.
const BROWSER_STEP = /^\/idp\/auth(\/[\w-]+)?$/

interface Running {
  answer(context: Context): Promise<void>
  connect: Connect
  server: Server
}

/**
 * An OpenID provider of our own, for one's own machine: it believes everyone, so it must never be within reach of
 * strangers. It starts with the first sign-in. Browsers see it under the origin they are on; what the gateway itself
 * asks it (tokens, keys) goes over a loopback port that nobody else is told.
 */
export const createEmbeddedIssuer = (options: EmbeddedOptions): EmbeddedIssuer => {
  let running: Promise<Running> | undefined

  const start = async (): Promise<Running> => {
    const clientSecret = newSecret()
    const opened = await openProvider({ ...options, clientSecret, mountPath: IDP })
    const { provider, signingAlgorithm } = opened
    const interaction = createInteraction(opened, options.productName)
    const respond = provider.callback()
    const server = createServer(respond)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.unref()
    const backChannel = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    return {
      server,
      async answer(context) {
        if (await interaction(context)) return
        if (context.method !== 'GET' || !BROWSER_STEP.test(context.path)) throw notFound('page')
        const { req, res } = context
        context.respond = false
        // What stands here was set by us, just now, so the provider may believe it.
        req.headers['x-forwarded-proto'] = context.state.origin.startsWith('https:') ? 'https' : 'http'
        req.headers['x-forwarded-host'] = new URL(context.state.origin).host
        // Nobody stays signed in at the provider: a sign-in always asks who it is.
        req.headers.cookie = (req.headers.cookie ?? '').replace(/griot_idp_session(\.sig)?=[^;]*;?/g, '')
        Object.assign(req, { baseUrl: IDP })
        req.url = req.url?.slice(IDP.length) ?? '/'
        await respond(req, res)
      },
      async connect(library, origin) {
        const configuration = new library.Configuration(
          {
            issuer: provider.issuer,
            authorization_endpoint: `${origin}${IDP}/auth`,
            token_endpoint: `${backChannel}/token`,
            jwks_uri: `${backChannel}/jwks`,
            authorization_response_iss_parameter_supported: true,
          },
          'griot',
          { id_token_signed_response_alg: signingAlgorithm },
          library.ClientSecretPost(clientSecret),
        )
        library.allowInsecureRequests(configuration)
        return configuration
      },
    }
  }

  const opened = () => {
    running ??= start().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }

  return {
    issuer: createIssuer({
      connect: async (library, origin) => (await opened()).connect(library, origin),
      provesEmail: () => true,
    }),
    answer: async (context) => (await opened()).answer(context),
    async close() {
      const server = (await running?.catch(() => undefined))?.server
      server?.closeAllConnections()
      server?.close()
    },
  }
}
