import { PageHead, ReadPageHead } from '@griot/service-kit/catalog/page-head'
import { callService } from '@griot/service-kit/http/call-service'
import { asAppError } from '@griot/service-kit/http/errors'
import type { Context } from '../http/context.ts'
import { escapeHtml } from '../pages/page.ts'
import type { Shared } from '../shared.ts'

// The page waits for the response.
const TIMEOUT_MS = 1_000

const PAGE = /^\/(episode|podcast)\/([^/]+)\/?$/

const tag = (name: string, attributes: Record<string, string | undefined>) =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => (value === undefined ? '' : ` ${attribute}="${escapeHtml(value)}"`))
    .join('')}>`

/**
 * The tags of a public page, for the page of the app at `/podcast/{id}` and `/episode/{id}`: link previews and search engines
 * read them, and the landing page links to the public page. Empty for signed-in users, and while the catalog is unavailable.
 */
export const createReadHeadTags = (
  { config, upstreams, tokenFor, log }: Pick<Shared, 'config' | 'upstreams' | 'tokenFor' | 'log'>,
  hasSession: (context: Context) => boolean,
) => {
  const limit = upstreams.concurrencyLimitOf('catalog')

  return async (context: Context) => {
    const [, noun, id] = PAGE.exec(context.path) ?? []
    if (noun === undefined || id === undefined || hasSession(context)) return ''
    const { requestId } = context.state
    try {
      const target = { url: config.CATALOG_URL, token: await tokenFor(null), requestId, timeoutMs: TIMEOUT_MS }
      const params = { noun: noun === 'episode' ? 'episode' : 'podcast', id } as const
      const found = await limit.run(() => callService(target, ReadPageHead, { params }))
      if (found === undefined) return ''
      const { metas, links } = PageHead.parse(found)
      // The page has a description of its own.
      const added = metas.filter(({ name }) => name !== 'description')
      return [...added.map((meta) => tag('meta', meta)), ...links.map((link) => tag('link', link))].join('\n')
    } catch (error) {
      // The id is malformed, or the episode is deleted.
      if (asAppError(error).status >= 500) log.warn({ err: error, requestId }, 'tags of a page not read')
      return ''
    }
  }
}
