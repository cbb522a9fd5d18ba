import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { notFound } from '@griot/service-kit/http/errors'
import { type Connect, createIssuer } from '../auth/issuer.ts'
import { newSecret } from '../auth/secrets.ts'
import type { Context, Middleware } from '../http/context.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import type { Shared } from '../shared.ts'
import { createInteraction } from './interaction.ts'
import { IDP, openProvider } from './provider.ts'

// Only the gateway uses the other addresses of the provider.
const BROWSER_STEP = /^\/idp\/auth(\/[\w-]+)?$/

/**
 * An embedded OpenID provider for a single machine. It asks for no password, so it must never be reachable from a
 * network. It starts with the first sign-in. Browsers reach it through the gateway's origin; the gateway's own requests
 * (tokens, keys) go to a loopback port.
 */
export const createEmbeddedIssuer = (shared: Shared) => {
  const start = async () => {
    const clientSecret = newSecret()
    const opened = await openProvider(shared.config, clientSecret)
    const { provider, signingAlgorithm } = opened
    const interaction = createInteraction(opened, shared)
    const respond = provider.callback()
    const server = createServer(respond)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.unref()
    const backChannel = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    const connect: Connect = async (library, origin) => {
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
    }

    return {
      server,
      connect,
      async handle(context: Context) {
        if (await interaction(context)) return
        if (context.method !== 'GET' || !BROWSER_STEP.test(context.path)) throw notFound('page')
        const { req, res } = context
        context.respond = false
        // The provider trusts these headers; they hold the origin that the gateway has checked.
        req.headers['x-forwarded-proto'] = context.state.origin.startsWith('https:') ? 'https' : 'http'
        req.headers['x-forwarded-host'] = new URL(context.state.origin).host
        // Without a session at the provider, each sign-in shows the form.
        req.headers.cookie = (req.headers.cookie ?? '').replace(/griot_idp_session(\.sig)?=[^;]*;?/g, '')
        Object.assign(req, { baseUrl: IDP })
        req.url = req.url?.slice(IDP.length) ?? '/'
        await respond(req, res)
      },
    }
  }

  let running: ReturnType<typeof start> | undefined
  const ensureRunning = () => {
    running ??= start().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }

  const middleware: Middleware = async (context, next) => {
    if (!context.path.startsWith(`${IDP}/`)) return next()
    requireOwnPage(context)
    await (await ensureRunning()).handle(context)
  }

  return {
    issuer: createIssuer({
      connect: async (library, origin) => (await ensureRunning()).connect(library, origin),
      provesEmail: () => true,
    }),
    middleware,
    async close() {
      const server = (await running?.catch(() => undefined))?.server
      server?.closeAllConnections()
      server?.close()
    },
  }
}
