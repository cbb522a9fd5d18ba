import type { Endpoint } from '@griot/contracts/endpoint'
import { FEED_QUEUE, QUEUE_BOARD_PATH } from '@griot/contracts/queue'
import { notFound, unavailable } from '@griot/service-kit/http/errors'
import { onStream, type Route } from '@griot/service-kit/http/route'
import type { Queue } from 'bullmq'
import { z } from 'zod'

// The page sets inline styles. Everything else comes from this origin.
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

const descriptionOf = ({ name }: Queue) =>
  name === FEED_QUEUE ? 'Notifications of changed feeds' : 'Media files in processing'

/** The queues as BullMQ has them. The libraries take five megabytes of memory, so they are loaded with the first request. */
const openBoard = async (queues: Queue[]) => {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }, { serveStatic }, { Hono }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/hono'),
    import('@hono/node-server/serve-static'),
    import('hono'),
  ])
  const serverAdapter = new HonoAdapter(serveStatic).setBasePath(QUEUE_BOARD_PATH)
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true, description: descriptionOf(queue) })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Queue', hideRedisDetails: true } },
  })
  return new Hono({ strict: false }).route(QUEUE_BOARD_PATH, serverAdapter.registerPlugin())
}

/** HTML pages, which are not part of the described API. */
const ShowBoard = {
  method: 'GET',
  path: `${QUEUE_BOARD_PATH}{/*rest}`,
  access: 'admin',
  summary: 'The queue as BullMQ has it.',
  response: z.unknown(),
} as const satisfies Endpoint

/** Only GET requests exist: changes go through our own endpoints, which keep an audit log. */
export const boardRoutes = (queues: Queue[], isReachable: () => boolean): Route[] => {
  let board: ReturnType<typeof openBoard> | undefined
  return [
    onStream(ShowBoard, async (context) => {
      const [, folder] = context.path.slice(QUEUE_BOARD_PATH.length).split('/')
      if (folder === 'api' && !isReachable()) throw unavailable('queue')
      board ??= openBoard(queues)
      const response = await (await board).request(context.url, { method: context.method })
      if (response.status === 404 && folder !== 'api') throw notFound('page')
      const type = response.headers.get('content-type') ?? ''
      const isPage = type.startsWith('text/html')
      context.status = response.status
      context.set({
        'content-type': type,
        // Also for scripts: a web worker is subject to the policy of its own response.
        'content-security-policy': POLICY,
        // The names of files contain a hash, except those of pictures and translations, which rarely change.
        'cache-control': folder === 'static' ? 'private, max-age=86400' : 'no-store',
      })
      // The policy would block the fonts of another origin.
      context.body = isPage ? (await response.text()).replaceAll(/<link[^>]+href="https?:[^>]+>/g, '') : response.body
    }),
  ]
}
