import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from 'esbuild'

/** A host as other teams write it: the runtime and libraries from npm, and nothing of the shell. */
const SCRIPT = `
import { createInstance } from '@module-federation/enhanced/runtime'
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin'
import * as query from '@tanstack/react-query'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as router from 'react-router-dom'

const share = (library, version) => ({ version, lib: () => library, shareConfig: { singleton: true } })
const entry = new URLSearchParams(location.search).get('entry')
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
    '@griot/shell-sdk/react': share({ useShell: () => ({}) }, '1.3.0'),
  },
})
const { contract, setup } = await host.loadRemote(name + '/module')
document.body.textContent = 'contract ' + contract + ', setup is a ' + typeof setup
`

/** Serves a page that loads the module at the address in its parameter `entry`. */
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
