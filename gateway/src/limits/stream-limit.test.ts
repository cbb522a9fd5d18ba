import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { builtShell } from '@griot/module-registry/testing/built-module'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { responseTo, useExchanges } from '../testing/exchanges.ts'
import type { Harness } from '../testing/harness.ts'

let harness: Harness
let browser: Browser

const { begin } = useExchanges((parts) => {
  harness = parts.harness
  browser = parts.browser
})

describe('event streams', () => {
  it('are limited to six of a user: the oldest is closed', async () => {
    await browser.signIn()
    harness.services.media = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
    }
    await expectLimit('/api/media/events')
  })

  it('of module versions are limited to six of a session', async () => {
    await browser.signIn()
    await publishModule({ dist: await builtShell(harness.modulesDir), store: openRegistryStore(harness.modulesDir) })
    await expectLimit('/mfe/v1/events')
  })

  /** Opens streams, of which all but the last six are closed. */
  const expectLimit = async (path: string) => {
    const streams = []
    for (let count = 0; count < 150; count++) {
      const watching = begin(path).end()
      const response = await responseTo(watching)
      response.on('error', () => {}).resume()
      streams.push({ watching, response, over: new Promise((resolve) => response.once('close', resolve)) })
    }
    await Promise.all(streams.slice(0, 144).map(({ over }) => over))
    expect(streams.slice(-6).map(({ response }) => response.destroyed)).toEqual(Array(6).fill(false))
    for (const { watching } of streams) watching.destroy()
  }
})
