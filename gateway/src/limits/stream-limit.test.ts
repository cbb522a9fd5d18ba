import { randomBytes } from 'node:crypto'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { builtShell } from '@griot/module-registry/testing/built-module'
import { beforeEach, describe, expect, it } from 'vitest'
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
  beforeEach(async () => {
    await publishModule({ dist: await builtShell(harness.modulesDir), store: openRegistryStore(harness.modulesDir) })
  })

  it('are limited to six of a user: the oldest is closed', async () => {
    await browser.signIn()
    harness.services.media = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
    }
    await expectLimit('/api/media/events')
  })

  it('of module versions are limited to six of a user, in all browsers', async () => {
    const sessions: string[] = []
    for (let count = 0; count < 2; count++) {
      await browser.signIn()
      sessions.push(`griot_session=${browser.cookies.get('griot_session')}`)
      browser.cookies.clear()
    }

    await expectLimit('/mfe/v1/events', { cookieOf: (index) => sessions[index % 2] ?? '' })
  })

  it('of module versions are limited to 64 of an address without a session, whatever cookies it sends', async () => {
    const cookieOf = () => `griot_session=${randomBytes(32).toString('base64url')}`

    await expectLimit('/mfe/v1/events', { cookieOf, max: 64 })
  })

  interface Case {
    cookieOf?: (index: number) => string
    max?: number
  }

  /** Opens 150 streams, of which all but the last `max` are closed. */
  const expectLimit = async (path: string, { cookieOf, max = 6 }: Case = {}) => {
    const streams = []
    for (let count = 0; count < 150; count++) {
      const watching = begin(path, 'GET', cookieOf && { cookie: cookieOf(count) }).end()
      const response = await responseTo(watching)
      response.on('error', () => {}).resume()
      streams.push({ watching, response, over: new Promise((resolve) => response.once('close', resolve)) })
    }
    await Promise.all(streams.slice(0, -max).map(({ over }) => over))
    expect(streams.slice(-max).map(({ response }) => response.destroyed)).toEqual(Array(max).fill(false))
    for (const { watching } of streams) watching.destroy()
  }
})
