import { AppError, notFound } from '@griot/service-kit/errors'
import type { Context } from '../http/context.ts'
import type { Visitors } from './visitors.ts'

/** The modules of which a branch brings its own version. */
export type ReadPreview = (preview: string) => Promise<readonly string[]>

const PREVIEW_GONE = new AppError(
  404,
  'preview.not_found',
  'This preview is gone, two weeks after its branch was last built. When it is built again, the link works again.',
)

/** Someone follows a link to other versions, or goes back to what everyone sees. */
export const createFollowOverride = (visitors: Visitors, readPreview: ReadPreview) => {
  /** A preview is entered as an override of what it consists of now, each of which is followed. */
  const overrideOf = async (token: string) => {
    const preview = visitors.previewIn(token)
    if (preview === null) return token
    const modules = await readPreview(preview)
    if (modules.length === 0) throw PREVIEW_GONE
    return visitors.overrideToken(
      Object.fromEntries(modules.map((module) => [module, preview])),
      Number.POSITIVE_INFINITY,
    )
  }

  return async (context: Context) => {
    if (!isNavigation(context)) throw notFound('page')
    const { with: token } = context.query
    if (token === undefined) visitors.forgetOverrides(context)
    else visitors.override(context, await overrideOf(String(token)))
    context.set('cache-control', 'no-store')
    context.status = 303
    context.set('location', '/')
    context.body = ''
  }
}

/** An image or a script of a foreign page must not switch versions behind someone's back. */
const isNavigation = (context: Context) => ['', 'navigate'].includes(context.get('sec-fetch-mode'))
