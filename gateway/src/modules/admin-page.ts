import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ModuleName } from '@griot/contracts/modules'
import { may } from '@griot/contracts/permissions'
import { notFound, unauthenticated } from '@griot/service-kit/http/errors'
import { requireRecentSignIn } from '../auth/recent-sign-in.ts'
import { type Context, type Handler, type Middleware, seeOther } from '../http/context.ts'
import { isOwnNavigation, isPageLoad } from '../http/fetch-metadata.ts'
import { staticFile } from '../http/static-file.ts'
import { escapeHtml } from '../pages/page.ts'
import { sendTeamPageRefused } from '../pages/team-page-refused.ts'
import type { Shared } from '../shared.ts'
import { listMemberships } from './team.queries.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ASSET = /^\/mfe\/(assets\/[\w-][\w.-]*\.(js|css|woff2))$/

/** `/mfe/`, or the page of a module. `/mfe/v1/` is the API. */
const PAGE = /^\/mfe\/((?!v1$|assets$)[^/]*)$/

/**
 * `/mfe/`: the page on which admins release modules and roll them back; `/mfe/{module}` for the team of one. It does not use
 * the registry, because it must work while the current version of the shell is broken.
 */
export const createAdminPage = ({ config, db, findSession, sendPage }: Shared): Middleware => {
  const directory = config.MODULE_ADMIN_DIR
  const name = escapeHtml(config.PRODUCT_NAME)

  const sendAdminPage = staticFile({
    type: 'html',
    cacheControl: 'no-store',
    headers: { 'content-security-policy': POLICY },
    read: async () =>
      (await readFile(join(directory, 'index.html'), 'utf8')).replaceAll('__PRODUCT_NAME__', () => name),
  })

  const assets = new Map<string, Handler>()
  const sendAsset = async (context: Context, file: string, type: string) => {
    const send =
      assets.get(file) ?? staticFile({ type, cacheControl: IMMUTABLE, read: () => readFile(join(directory, file)) })
    await send(context).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound('file') : error
    })
    assets.set(file, send)
  }

  return async (context, next) => {
    const { path, method } = context
    if (path === '/mfe') return seeOther(context, '/mfe/')
    if (method !== 'GET' && method !== 'HEAD') return next()
    const [, file, type] = ASSET.exec(path) ?? []
    if (file !== undefined && type !== undefined) return sendAsset(context, file, type)
    const [, module] = PAGE.exec(path) ?? []
    if (module === undefined || (module !== '' && !ModuleName.safeParse(module).success)) return next()

    const { headers } = context.req
    const session = await findSession(context)
    if (!session) {
      if (isPageLoad(headers) && isOwnNavigation(headers))
        return seeOther(context, `/api/login?returnTo=/mfe/${module}`)
      throw unauthenticated()
    }
    if (!may(session.user, 'modules.manage')) {
      const [own, ...others] = (await listMemberships(db, session.user.id)).map((one) => one.module)
      if (own !== undefined && module === '') return seeOther(context, `/mfe/${own}`)
      if (own === undefined || ![own, ...others].includes(module)) {
        if (isPageLoad(headers)) {
          return sendTeamPageRefused(sendPage, context, config.PRODUCT_NAME, session.user.email)
        }
        throw notFound('page')
      }
    }
    requireRecentSignIn(session)
    await sendAdminPage(context)
  }
}
