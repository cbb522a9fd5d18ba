import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { GetDescription, ReadDescription } from '@griot/contracts/description'
import { orNotFound } from '@griot/service-kit/http/errors'
import type { Handler, Middleware } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { staticFile } from '../http/static-file.ts'
import { escapeHtml } from '../pages/page.ts'

const { resolve } = createRequire(import.meta.url)

// Swagger UI needs `data:` for the icons in its style sheet and `blob:` to show images and audio of responses.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The description of the API: `/api/openapi.json`, and Swagger UI at `/api/docs`. */
export const createDocs = (productName: string): Middleware => {
  const file = (type: string, name: string, cacheControl = 'public, max-age=3600') =>
    staticFile({ type, cacheControl, read: () => readFile(resolve(name)) })

  const files = new Map<string, Handler>([
    [
      GetDescription.path,
      staticFile({
        type: 'json',
        cacheControl: 'public, max-age=60',
        // Imported with the first request, because it loads all contracts with their schemas.
        read: async () => JSON.stringify((await import('./describe-api.ts')).describeApi(productName)),
      }),
    ],
    [
      ReadDescription.path,
      staticFile({
        type: 'html',
        cacheControl: 'public, no-cache',
        headers: { 'content-security-policy': POLICY },
        read: async () =>
          (await readFile(resolve('#assets/api-docs.html'), 'utf8')).replace(
            '__PRODUCT_NAME__',
            escapeHtml(productName),
          ),
      }),
    ],
    [`${ReadDescription.path}/configuration.js`, file('js', '#assets/api-docs.js', 'public, no-cache')],
    [`${ReadDescription.path}/swagger-ui.css`, file('css', 'swagger-ui-dist/swagger-ui.css')],
    [`${ReadDescription.path}/swagger-ui-bundle.js`, file('js', 'swagger-ui-dist/swagger-ui-bundle.js')],
  ])

  return async (context, next) => {
    const { path } = context
    if (!files.has(path) && !path.startsWith(`${ReadDescription.path}/`)) return next()
    requireMethod(context, 'GET', 'HEAD')
    await orNotFound(files.get(path), 'page')(context)
  }
}
