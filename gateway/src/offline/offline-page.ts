import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { SERVICE_WORKER_PATH } from '@griot/contracts/service-worker'
import type { Middleware } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { staticFile } from '../http/static-file.ts'
import { escapeHtml } from '../pages/page.ts'
import type { Shared } from '../shared.ts'

const { resolve } = createRequire(import.meta.url)
// A device reports a network before it reaches the server, so an online page tries again every ten seconds.
const RELOAD_WHEN_ONLINE =
  "addEventListener('online', () => location.reload()); if (navigator.onLine) setTimeout(() => location.reload(), 10000)"

/**
 * The service worker and `/offline`, the only page that it stores. It is no part of the shell, so a rollback does not change
 * it. With `OFFLINE_PAGE=off`, browsers that have a worker remove it.
 */
export const createOfflinePage = ({ config, sendPage }: Shared): Middleware => {
  const file = config.OFFLINE_PAGE === 'on' ? 'service-worker.js' : 'no-service-worker.js'
  const sendWorker = staticFile({
    type: 'js',
    cacheControl: 'no-cache',
    headers: { 'content-security-policy': "default-src 'none'; connect-src 'self'" },
    read: () => readFile(resolve(`#assets/${file}`)),
  })
  const text = `${escapeHtml(config.PRODUCT_NAME)} needs a connection to open this page. It opens when you are back online.`

  return async (context, next) => {
    if (context.path === SERVICE_WORKER_PATH) {
      requireMethod(context, 'GET', 'HEAD')
      return sendWorker(context)
    }
    if (context.path !== '/offline') return next()
    requireMethod(context, 'GET', 'HEAD')
    const main = `<h1>You are offline.</h1>\n<p>${text}</p>\n<a class="button" href="">Try again</a>`
    sendPage(context, 200, 'Offline', main, RELOAD_WHEN_ONLINE)
  }
}
