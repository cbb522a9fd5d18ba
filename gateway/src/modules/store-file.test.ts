import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLog } from '@griot/service-kit/log/log'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayState } from '../http/context.ts'
import { createStoreFile } from './store-file.ts'

describe('PUT a module file', () => {
  const server = createServer()
  let address: string
  const stored: string[] = []
  let running = 0
  let maxRunning = 0

  beforeAll(async () => {
    const storeFile = createStoreFile({
      store: async (integrity, name, content, effort) => {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        for (let turns = 0; turns < 10; turns += 1) await nextTurn()
        running -= 1
        stored.push(`${integrity} ${name} ${Buffer.from(content)} ${effort}`)
      },
      log: createLog('test', 'silent'),
    })
    const app = new Koa<GatewayState>()
    app.use(async (context) => {
      context.body = await storeFile(context, context.path.slice(1))
    })
    server.on('request', app.callback())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const upload = async (path: string, content: string) =>
    (await fetch(`${address}/${path}`, { method: 'PUT', body: content })).json()

  it('stores the file by its hash with name and effort', async () => {
    expect(await upload('00ff?name=a.js&effort=little', 'content')).toEqual({ stored: 'a.js' })
    expect(stored).toEqual(['sha384-AP8= a.js content little'])
  })

  it('compresses at most two files at a time', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, (_, at) => upload(`00?name=${at}.js`, 'content')))

    expect(many).toHaveLength(30)
    expect(stored).toHaveLength(31)
    expect(maxRunning).toBe(2)
  })
})
