import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from 'esbuild'

/** A host as other teams write it: the runtime and libraries from npm, and a stand-in for the API of the shell. */
const SCRIPT = `
import { createInstance } from '@module-federation/enhanced/runtime'
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin'
import * as sdk from '@griot/shell-sdk/react'
import * as query from '@tanstack/react-query'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import { createRoot } from 'react-dom/client'
import * as router from 'react-router-dom'

const share = (library, version) => ({ version, lib: () => library, shareConfig: { singleton: true } })
const parameters = new URLSearchParams(location.search)
const entry = parameters.get('entry')
const { name } = await (await fetch(new URL('mf-manifest.json', entry))).json()
const host = createInstance({
  name: 'other_host',
  plugins: [provideRuntime()],
  remotes: [{ name, entry }],
  shared: {
    react: share(react, react.version),
    'react/jsx-runtime': share(jsxRuntime, react.version),
    'react-dom': share(reactDom, react.version),
    'react-router-dom': share(router, '7.18.5'),
    '@tanstack/react-query': share(query, '5.108.0'),
    '@griot/shell-sdk/react': share(sdk, '1.4.0'),
  },
})

const client = new query.QueryClient()
const storeOf = (value) => ({ get: () => value, subscribe: () => () => {} })
const answers = {
  '/api/categories': ['culture'],
  '/api/podcasts': [{
    id: '0192f0c1-0000-7000-8000-000000000001', title: 'A show of another host', description: 'Text',
    hostName: 'Ada Obi', hostId: '0192f0c1-0000-7000-8000-000000000002', hostImage: null, category: 'culture',
    coverImage: 'data:,', listeners: 3, rating: 0, frequency: 'weekly', pointsPerListen: 10,
    createdAt: '2026-11-01T00:00:00.000Z',
  }],
}
const silent = { status: 'empty', episode: null, podcast: null, position: 0, duration: 0, volume: 100, muted: false }
const api = {
  player: { state: storeOf(silent), queue: { state: storeOf([]) } },
  session: { user: storeOf(null), can: () => false, signIn: () => {} },
  http: {
    call: async ({ path }) => answers[path] ?? [],
    callForPage: async ({ path }) => ({ items: answers[path] ?? [], next: null }),
    headers: {},
  },
  query: { client, key: (...parts) => parts },
  nav: { href: (id) => '/' + id, go: () => {} },
  events: { emit: () => {}, on: () => () => {} },
  flags: { isOn: () => false, on: storeOf([]) },
  signal: new AbortController().signal,
  telemetry: { ready: () => {}, error: () => {} },
}

const { setup } = await host.loadRemote(name + '/module')
const { routes } = await setup(api)
const { createElement: element } = react
createRoot(document.body.appendChild(document.createElement('main'))).render(
  element(query.QueryClientProvider, { client },
    element(sdk.ShellProvider, { value: api },
      element(router.MemoryRouter, null, element(routes[parameters.get('page')])))),
)
`

/** Serves a page that loads the module at the address in its parameter `entry` and renders the page named in `page`. */
export const startOtherHost = async () => {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: path.join(import.meta.dirname, '..') },
    ...{ bundle: true, write: false, format: 'esm', logLevel: 'silent' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const server = createServer(({ url }, response) => {
    const isScript = url === '/host.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript
        ? outputFiles[0]?.text
        : '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/host.js"></script>',
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
