import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app'
import { QUEUE_BOARD_PATH } from '@griot/contracts/queue'
import type { Context } from '@griot/service-kit/context'
import { notFound, unavailable } from '@griot/service-kit/errors'
import type { Queue } from 'bullmq'

// Its page sets styles as it goes along; nothing of it may come from, or go to, anywhere else.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/** A page of the board by its path, or what its parameters are. */
const match = (route: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [route.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decodeURIComponent(value)
    else if (segment !== value) return undefined
  }
  return params
}

const listOf = <Item>(value: Item | Item[]) => (Array.isArray(value) ? value : [value])

/** What the board tells whoever serves it, which is us: the adapters that come with it bring a second server. */
class Adapter implements IServerAdapter {
  queues: BullBoardQueues = new Map()
  views = ''
  statics = ''
  uiConfig: UIConfig = {}
  pages: AppViewRoute | undefined
  calls: AppControllerRoute[] = []

  setQueues(queues: BullBoardQueues) {
    this.queues = queues
    return this
  }
  setViewsPath(path: string) {
    this.views = path
    return this
  }
  setStaticPath(_: string, path: string) {
    this.statics = path
    return this
  }
  setEntryRoute(pages: AppViewRoute) {
    this.pages = pages
    return this
  }
  setErrorHandler() {
    return this
  }
  setApiRoutes(calls: AppControllerRoute[]) {
    this.calls = calls
    return this
  }
  setUIConfig(config: UIConfig) {
    this.uiConfig = config
    return this
  }
}

/**
 * The queue as BullMQ sees it, for experts: to look at only. What people do about files goes through our own calls, which
 * write down who did it. Its library is five megabytes of memory, so it is loaded when somebody looks.
 */
export const openBoard = async (queue: Queue, isReachable: () => boolean) => {
  const [{ createBullBoard }, { BullMQAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
  ])
  const adapter = new Adapter()
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true, description: 'Files on their way' })],
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Queue', hideRedisDetails: true } },
  })

  const sendStatic = async (context: Context, path: string) => {
    const type = TYPES[extname(path)]
    if (type === undefined || !/^[\w./-]+$/.test(path) || path.split('/').includes('..')) throw notFound('page')
    const file = createReadStream(join(adapter.statics, path))
    await new Promise<void>((resolve, reject) => {
      file.once('open', () => resolve())
      file.once('error', () => reject(notFound('page')))
    })
    // Named by what is in them, but for pictures and translations, which hardly change.
    context.set('cache-control', 'private, max-age=86400')
    // What colours the data of a job is a worker, which obeys the policy of its own script and fetches a part of itself.
    context.set('content-security-policy', POLICY)
    context.type = type
    context.body = file
  }

  const sendPage = async (context: Context) => {
    const view = adapter.pages?.handler({ basePath: QUEUE_BOARD_PATH, uiConfig: adapter.uiConfig })
    if (view === undefined) throw notFound('page')
    const template = await readFile(join(adapter.views, view.name), 'utf8')
    context.set('content-security-policy', POLICY)
    context.set('cache-control', 'no-store')
    context.type = 'text/html; charset=utf-8'
    context.body = filledIn(template, view.params)
  }

  const answerCall = async (context: Context, path: string) => {
    for (const { method, route, handler } of adapter.calls) {
      if (!listOf(method).includes('get')) continue
      const params = listOf(route)
        .map((one) => match(one, path))
        .find((found) => found !== undefined)
      if (params === undefined) continue
      if (!isReachable()) throw unavailable('queue')
      const { status, body } = await handler({
        queues: adapter.queues,
        uiConfig: adapter.uiConfig,
        params,
        query: { ...context.query },
        body: {},
        headers: {},
      })
      context.set('cache-control', 'no-store')
      context.status = status ?? 200
      context.body = body
      return
    }
    throw notFound('page')
  }

  return async (context: Context) => {
    const path = context.path.slice(QUEUE_BOARD_PATH.length) || '/'
    if (path.startsWith('/static/')) return sendStatic(context, path.slice('/static/'.length))
    if (path.startsWith('/api/')) return answerCall(context, path)
    const isPage = listOf(adapter.pages?.route ?? []).some((route) => match(route, path) !== undefined)
    if (!isPage) throw notFound('page')
    await sendPage(context)
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The page with its blanks filled in, and without the fonts that it would fetch from a stranger. */
const filledIn = (template: string, values: Record<string, unknown>) =>
  template
    .replaceAll(/<link[^>]+href="https?:[^>]+>/g, '')
    .replaceAll(/<%([-=])\s*(\w+)\s*%>/g, (_, kind: string, name: string) => {
      const value = String(values[name] ?? '')
      // Only the settings are put in as they are: JSON of ours, in which the board has escaped every tag.
      return kind === '-' ? value : escaped(value)
    })
