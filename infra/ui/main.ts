// `npm run ui`: serves a page with every component of packages/ui in every state, and rebuilds and reloads it on changes.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { remoteRules, typescriptRule } from '@griot/mfe-preset/build-rules'
import { rspack } from '@rspack/core'
import Koa from 'koa'
import { root } from '../build/targets.ts'

// The policy of the product, so that a component that violates it fails here as well.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'"

const output = await mkdtemp(join(tmpdir(), 'griot-ui-'))
const openPages = new Set<PassThrough>()

const context = join(root, 'packages/ui')
const build = rspack({
  context,
  mode: 'development',
  target: ['web', 'es2022'],
  entry: './page/page.tsx',
  devtool: 'source-map',
  output: { path: output, filename: 'page.js', assetModuleFilename: '[name][ext]' },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: { rules: [typescriptRule, ...remoteRules('ui', context), { test: /\.woff2$/, type: 'asset/resource' }] },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: './page/index.html', scriptLoading: 'defer' }),
    new rspack.CssExtractRspackPlugin({ filename: 'page.css' }),
  ],
  lazyCompilation: false,
})

const app = new Koa().use(async (ctx) => {
  const name = ctx.path.slice(1) || 'index.html'
  ctx.set({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
  if (name === 'favicon.ico') ctx.status = 204
  else if (name === 'changes') {
    const events = new PassThrough()
    ctx.type = 'text/event-stream'
    ctx.body = events
    openPages.add(events)
    events.once('close', () => openPages.delete(events))
  } else if ((await readdir(output)).includes(name)) {
    ctx.type = extname(name)
    ctx.body = createReadStream(join(output, name))
  }
})
const server = createServer(app.callback()).listen(Number(process.env.PORT ?? 0), '127.0.0.1')
await once(server, 'listening')

const { port } = server.address() as AddressInfo
let isBuilt = false
const watching = build.watch({ aggregateTimeout: 100 }, (error, stats) => {
  if (error || stats?.hasErrors()) {
    process.stderr.write(`${error?.message ?? stats?.toString('errors-only')}\n`)
    return
  }
  for (const page of openPages) page.write('data: changed\n\n')
  if (!isBuilt) process.stdout.write(`The components are shown at http://127.0.0.1:${port}/\n`)
  isBuilt = true
})

const close = () => {
  watching?.close(() => {
    server.closeAllConnections()
    server.close()
    void rm(output, { recursive: true, force: true })
  })
}
process.once('SIGINT', close)
process.once('SIGTERM', close)
